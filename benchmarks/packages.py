"""The pinned packages that are measured: those the rules were tuned on, those once judged, and those never seen."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(os.environ.get("ATOMIC_BENCHMARKS", "build/benchmarks"))

TIMED = [
    "django==5.2.19",
    "pip==26.3",
    "setuptools==84.2.1",
    "mypy==2.4.1",
    "sphinx==9.0.4",
    "hermes-agent==0.19.0",
    "poetry==2.5.1",
    "scrapy==2.19.0",
    "nltk==3.10.4",
    "yt-dlp==2026.10.26",
]

TUNED = [
    *TIMED,
    *[
        "celery-progress==0.5",
        "conda-lock==4.0.3",
        "hermes-agent==0.13.0",
        "huggingface-hub==2.4.0",
        "jupyter-server==2.21.1",
        "jupyterlab==4.6.6",
        "mlflow==3.18.0",
        "notebook==7.6.5",
        "pipenv==2026.10.3",
        "streamlit==1.67.0",
        "transformers==5.23.0",
        "youtube-dl==2021.12.17",
    ],
]

SEEN = [
    "Pyrogram==2.0.106",
    "aider-chat==0.86.2",
    "ansible-core==2.19.14",
    "apache-airflow==3.3.2",
    "autogen-agentchat==0.7.5",
    "aws-sam-cli==1.170.0",
    "awscli==1.46.2",
    "beets==2.14.1",
    "buildbot==4.3.0",
    "chainlit==2.12.0",
    "chalice==1.34.0",
    "checkov==3.3.30",
    "conan==2.34.0",
    "cookiecutter==2.7.1",
    "copier==9.19.1",
    "crewai==1.15.30",
    "cx-freeze==8.7.3",
    "dagster==1.13.28",
    "dbt-core==1.12.6",
    "duplicity==3.2.1",
    "dvc==3.67.1",
    "dynaconf==3.3.5",
    "errbot==6.2.1",
    "esphome==2026.6.5",
    "freqtrade==2026.9",
    "gallery-dl==1.32.18",
    "gensim==4.4.0",
    "gpt-engineer==0.1.0",
    "gradio==6.31.0",
    "hatch==1.18.2",
    "homeassistant==2024.3.3",
    "instaloader==4.16",
    "ipython==9.18.1",
    "jrnl==4.6",
    "jupyter-client==8.10.0",
    "kedro==1.7.0",
    "keyring==25.7.0",
    "khal==0.14.1",
    "langchain-community==0.4.2",
    "lektor==3.3.14",
    "letta==0.34.12",
    "litellm==1.109.1",
    "llama-index-core==0.14.25",
    "localstack-core==2026.3.0",
    "matrix-nio==0.26.0",
    "mautrix==0.21.1",
    "meltano==4.4.1",
    "mem0ai==2.2.1",
    "meson==1.12.1",
    "mkdocs==1.6.1",
    "mne==1.13.2",
    "modal==1.6.4",
    "moto==5.2.5",
    "nilearn==0.14.1",
    "nox==2026.10.20",
    "octodns==1.22.0",
    "open-interpreter==0.4.3",
    "papermill==2.7.0",
    "papis==0.16.1",
    "pelican==4.12.0",
    "pipx==1.18.4",
    "platformio==6.2.0",
    "prefect==3.9.0",
    "pyinstaller==6.22.3",
    "rasa==1.10.2",
    "ray==2.60.0",
    "ruamel-yaml==0.19.1",
    "sagemaker==3.27.0",
    "scons==4.11.1",
    "semgrep==1.184.0",
    "skypilot==0.14.1",
    "sopel==8.0.4",
    "spacy==3.8.18",
    "spotdl==4.6.0",
    "streamlink==8.6.3",
    "telethon==1.45.0",
    "todoman==4.7.0",
    "tox==4.67.13",
    "twine==7.0.0",
    "vdirsyncer==0.21.0",
    "virtualenv==21.15.6",
    "wandb==0.31.0",
    "yfinance==1.7.0",
    "zeroconf==0.154.0",
]

HELD_OUT = [
    "agentic-experiments==0.6.1",
    "agentrecall-memory==0.1.1",
    "agentswing==0.1.0",
    "ai-crawler-radar==0.1.1",
    "ansible-know-mcp==0.10.0",
    "anyio==4.16.0",
    "aoc-tool==0.0.5",
    "blockdiag==3.0.0",
    "celery==5.7.0",
    "chardet==7.7.0",
    "click==8.5.1",
    "clip-retrieval==2.45.0",
    "clipzing-mcp==0.2.0",
    "cloudlaunch-cli==0.2.1",
    "cloudsense-dx-mcp==0.6.2",
    "command-manager-util==1.1.0",
    "cryptonitbot==1.0.6",
    "dbx-deploy==1.4.1",
    "dbyml==1.4.0",
    "denss==1.8.7",
    "django-pipeline==4.1.0",
    "dmtoolbox==0.1.28.2",
    "drupal-mcp-server==0.3.8",
    "dulwich==1.2.21",
    "duniterpy==1.2.1",
    "eduvpn-client==4.7.2",
    "encore-toolkit==3.0.0",
    "encryptools==1.2.2",
    "eyed3==0.9.9",
    "fife==1.6.2",
    "fixtures==4.3.2",
    "fluids==1.3.1",
    "forge==0.22.0",
    "geoseo-mcp==0.4.0",
    "gfapy==1.2.3",
    "ghost-downloader-plugin-builder==0.1.0",
    "gitpulse-cli==0.1.0",
    "googleapi==0.1.0",
    "grugstore==0.1.3",
    "httplib2==0.32.1",
    "hyperlight-sandbox-python-guest==0.8.0",
    "icu==0.0.1",
    "internetarchive==5.12.1",
    "je-web-runner-dev==0.0.102",
    "jenkins-job-builder==6.5.0",
    "kubernetes==37.0.2",
    "labgrid==26.0.1",
    "ldap3==2.9.1",
    "lib389==3.3.1",
    "llm-cli-sandbox==1.20260616.1190020",
    "m3u8==6.0.0",
    "mapp-tricks==0.1.22",
    "mcp-simple-arxiv==0.6.0",
    "mistral==23.0.0",
    "msal==1.39.0",
    "mutagen==1.48.1",
    "mutatormath==3.0.1",
    "nibabel==5.4.2",
    "nonebot-plugin-a2s-query==0.2.0",
    "nonebot-plugin-aitalk==3.13.38",
    "odil==0.1.8",
    "olefile==0.47",
    "orbit-cli==0.1.0",
    "os-apply-config==14.1.0",
    "os-xenapi==0.3.4",
    "palantir-oauth-client==1.6.1",
    "petstore-gaurav-testing-compose-v1-0-sdk==1.0.0",
    "pickle-cacher==0.7.9",
    "pkdb-analysis==0.3.1",
    "plyer==2.1.0",
    "pooch==1.9.0",
    "pwntools==4.15.0",
    "pyannotate==1.2.0",
    "pycangjie==0.0.10",
    "pydicom==3.0.2",
    "pygtail==0.14.0",
    "pyorick==1.5",
    "pyxnat==1.6.4",
    "qpageview==1.0.5",
    "queuelib==1.10.0",
    "receita-tools==3.0.1",
    "reno==4.1.0",
    "satpy==0.60.0",
    "simplejson==4.3.0",
    "slack-mcp-server==0.2.1",
    "slapp==0.5.1",
    "snowtools==2.0.5",
    "spark-kindling-cli==0.14.0",
    "sphinx-panels==0.6.0",
    "sustaincity-iagent==1.0.0",
    "swarmauri-vectorstore-git==0.10.0",
    "synaster-client==0.16.0",
    "taskw==2.0.0",
    "testpath==0.6.0",
    "tricachellm-mma==0.1.8",
    "twisted==26.10.0",
    "validate-pyproject==0.27",
    "vaultsphere==1.0.3",
    "zope-app-server==5.0",
    "zyt-auto-tools==0.5.0",
]

# Not the package's own code, or not shipped to users.
FOREIGN = frozenset({"tests", "test", "testing", "_vendor", "vendored", "vendor", "patched", "site-packages"})


def fetch(requirement: str) -> Path:
    """The folder with the Python files of one package, downloaded as a wheel when it is not there yet."""
    folder = FOLDER / requirement.replace("==", "-")
    if not folder.is_dir():
        wheels = FOLDER / "wheels" / requirement
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, "--dest", str(wheels), requirement], check=True)
        partial = folder.with_name(f"{folder.name}.{os.getpid()}.part")
        partial.mkdir()  # some packages only name others
        with zipfile.ZipFile(next(wheels.glob("*.whl"))) as wheel:
            wheel.extractall(partial, [name for name in wheel.namelist() if name.endswith(".py")])
        partial.replace(folder)
    return folder


def sources(requirement: str) -> Iterator[tuple[str, str]]:
    """The name and text of each of the package's own files."""
    folder = fetch(requirement)
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder)
        if FOREIGN.isdisjoint(name.parts):
            try:
                yield str(name), path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError:
                continue

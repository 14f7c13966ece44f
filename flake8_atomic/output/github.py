"""GitHub's workflow commands, which show each finding beside its line."""

from __future__ import annotations

from flake8_atomic.output.records import File, Report, Site, as_text


def github(report: Report) -> str:
    """One command for each finding that is not fixed, and one for each file that could not be handled."""
    lines = []
    for file in report.files:
        lines += [_site(file, site) for site in file.sites if not (site.fixed and report.written)]
        if file.problem:
            lines.append(f"::error file={_property(file.path)},title=atomicize::{_data(file.problem)}")
    return "".join(f"{line}\n" for line in lines)


def _site(file: File, site: Site) -> str:
    line, column, end_line, end_column = site.region
    where = f"file={_property(file.path)},line={line},endLine={end_line},col={column},endColumn={end_column - 1}"
    text = f"{site.message} ({site.state}, {site.text})" if site.text else site.message
    return f"::warning {where},title={_property(site.code)}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(as_text(text)).replace(":", "%3A").replace(",", "%2C")

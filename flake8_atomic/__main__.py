"""`python -m flake8_atomic` is the command `flake8-atomic`."""

from __future__ import annotations

import sys

from flake8_atomic.cli import main

sys.exit(main())

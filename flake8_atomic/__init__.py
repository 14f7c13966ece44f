"""Programs that never lose their state to a half-written file."""

__version__ = "0.1.0"

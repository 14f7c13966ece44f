"""What the explorer says when it cannot be sure of its answer."""

from __future__ import annotations


class CrashError(Exception):
    """The explorer cannot give an answer that would be true."""


class NotModelledError(CrashError):
    """A system call, or a use of one, whose effect on the disk is not modelled."""


class RecordingError(CrashError):
    """The program could not be traced, or the trace does not explain the directory it left."""

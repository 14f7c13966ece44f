"""What can go wrong with an atomic write beyond what `open` itself reports."""


class AtomicWriteError(OSError):
    """An atomic write could not keep its promise; the message says what stands on the disk."""


class NotDurable(AtomicWriteError):  # noqa: N818 - says what is, not what went wrong
    """The new content is published and readable, but a power cut may still undo it."""


class Unreplaceable(AtomicWriteError):  # noqa: N818 - as above
    """The target may be written, but no other file can take its name; it still has the old content."""


class RecoveryError(AtomicWriteError):
    """A group of files cannot be brought to a state in which all of them are old or all of them are new."""


def name_the_target(error: OSError, path: str | bytes) -> None:
    """Blame the file that the caller named: a temp's random name would help nobody."""
    if error.errno is not None:
        error.filename = path
    if error.filename2 is not None:
        del error.filename2

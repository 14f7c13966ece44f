"""Every write in place has one cure, by what writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from flake8_atomic.analysis.files.events import Copy, Edit, Event, Open, Save, Use, Whole
from flake8_atomic.edits import Fix
from flake8_atomic.fixes.after_failing import notes_on_failing
from flake8_atomic.fixes.copied import copy_atomically
from flake8_atomic.fixes.edited import rewrite_whole
from flake8_atomic.fixes.held import notes_on_handles
from flake8_atomic.fixes.opened import open_atomically
from flake8_atomic.fixes.saved import save_into_handle
from flake8_atomic.fixes.whole import write_atomically
from flake8_atomic.inspection import Inspection

_PLANNERS: dict[type[Event], Callable[[Inspection, Event], Fix]] = {
    Whole: write_atomically,
    Open: open_atomically,
    Use: open_atomically,
    Save: save_into_handle,
    Copy: copy_atomically,
    Edit: rewrite_whole,
}


def written_atomically(inspection: Inspection, event: Event) -> Fix:
    """Plan the fix for what a 1xx rule has flagged, or raise `NoFix`."""
    fix = _PLANNERS[type(event)](inspection, event)
    return replace(fix, notes=tuple(dict.fromkeys((*fix.notes, *_notes(inspection, event)))))


def _notes(inspection: Inspection, event: Event) -> list[str]:
    """What changes where the write fails, or for whoever holds the file open."""
    opened = event.opened if isinstance(event, Use) else event
    assert isinstance(opened, (Whole, Open, Save, Copy))
    notes = notes_on_failing(inspection.file, event, opened.path)
    return notes + notes_on_handles(inspection.file, opened, opened.path, ())

"""When files that belong together may yet be saved one by one: no old ones are met, or they are simply made again."""

from __future__ import annotations

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved, is_about
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.together.half_missing import one_found_missing
from flake8_atomic.analysis.together.numbered import is_numbered
from flake8_atomic.analysis.together.stamps import keeps_stamps
from flake8_atomic.analysis.together.thrown_away import are_thrown_away
from flake8_atomic.analysis.together.together import ABOUT, FIELDS, KEY_PAIR, LOADED
from flake8_atomic.analysis.together.unmet import is_stamped, meets_no_old_one
from flake8_atomic.inspection import Inspection

_SAVING = frozenset({"save", "store", "persist", "dump"})
_FETCHING = frozenset({"download", "extract", "fetch", "preprocess", "unpack", "untar", "unzip", "urlretrieve"})
_POINTING = frozenset({"current", "last", "latest", "pointer"})
_CREATING = frozenset({"bootstrap", "create", "init", "initialize", "install", "scaffold"})


def may_stand_apart(inspection: Inspection, saver: Scope, group: list[Saved], why: str) -> bool:
    """Is there never an old pair to be mixed with, or would the next run only make both again?"""
    if why != KEY_PAIR:
        if not _CREATING.isdisjoint(function_words(saver)) or _is_cached(inspection.file, saver, group):
            return True
        if (why == LOADED and _is_fetched(saver, group[0].place)) or _are_products(inspection, saver, group, why):
            return True
    file = inspection.file
    if why == KEY_PAIR:
        paths = [one.path for one in group]
        first, last = (Event(one.call, saver, one.place) for one in (group[0], group[-1]))
        # A pair that is made where a half is missing meets no old pair, and half of one is made again.
        if one_found_missing(file, first, paths) or are_thrown_away(file, last, paths):
            return True
    if len(group) > 1:
        # Until it is written, a pointer says that the old one is the newest.
        while group and not _POINTING.isdisjoint(wording_of(group[-1].path, file.values).tail):
            group = group[:-1]
        if len(group) < 2:
            return True
    # Until the last is written, nobody looks for others that have never been there; a new half of a key pair is known.
    older = group if why == KEY_PAIR else group[:-1] or group
    if all(meets_no_old_one(one, saver, file) or is_numbered(one, group[-1], saver, file) for one in older):
        return True
    return is_stamped(group, saver, file) or (len(group) > 1 and keeps_stamps(group[-1], saver, file))


def _is_fetched(saver: Scope, first: Place) -> bool:
    """Are they the parts of a download, which come out the same when they are fetched again?"""
    before = (split_words(called_as(node)) for node, place in flow_of(saver).calls if place.precedes(first))
    return any(not _FETCHING.isdisjoint(words) for words in [function_words(saver), *before])


def _is_cached(file: File, saver: Scope, group: list[Saved]) -> bool:
    """Are they the entries of a cache, each of which is made again where it is not right?"""
    names = (saver.owner.name if saver.owner is not None else "", file.module, file.folder)
    around = (*function_words(saver), *(word for name in names for word in split_words(name)))
    callers = [call.scope for call in file.values.calls_of(saver)]
    if callers and not any(lexicon.CACHES.isdisjoint(function_words(caller)) for caller in callers):
        return True
    return not lexicon.CACHES.isdisjoint(around) or all(_lies_in_cache(file, one) for one in group)


def _lies_in_cache(file: File, one: Saved) -> bool:
    return any(not lexicon.CACHES.isdisjoint(split_words(spelled(part.node))) for part in made_of(file, one.path))


def _are_products(inspection: Inspection, saver: Scope, group: list[Saved], why: str) -> bool:
    """Are they only made again? What is saved to be loaded is not."""
    words = set(function_words(saver))
    if why == LOADED and words & (_SAVING | lexicon.MAKING):
        return not words & _SAVING
    # The index of what is made again is made again with it, whatever it is called.
    told = [one for one in group if why != ABOUT or not is_about(one, inspection.file.values)]
    every = [_is_product(inspection, one) for one in told]
    # What a run tells of itself is each time another part of it.
    makes = why == FIELDS and all(lexicon.MAKING.intersection(function_words(one.event.scope)) for one in group)
    enough = any if makes else all
    return enough(every)


def _is_product(inspection: Inspection, one: Saved) -> bool:
    evidence = inspection.evidence(one.event)
    if one.path is one.event.path:
        return bool(evidence.output) and not evidence.state
    # `write_json(report_path, report)`: who writes it does not know what it is called.
    words = wording_of(one.path, inspection.file.values).tail
    return bool(words & (lexicon.OUTPUT | lexicon.LOCKS)) and not words & lexicon.STATE

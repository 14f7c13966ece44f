"""Which findings of a file the user did not silence: flake8's selection and its `# noqa`."""

from __future__ import annotations

from dataclasses import dataclass

from codemods.running.noqa import Noqa
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import Finding
from flake8_atomic.settings.selection import Selection


@dataclass(frozen=True)
class Chosen:
    """The chooser of one file."""

    selection: Selection
    filename: str

    def __call__(self, source: Source, findings: list[Finding]) -> list[Finding]:
        """Keep those that flake8 would report."""
        kept = [finding for finding in findings if self.selection.decides(finding.code, self.filename)]
        if not kept or self.selection.disable_noqa:
            return kept
        noqa = Noqa(source)
        if noqa.whole_file:
            return []
        return [finding for finding in kept if not noqa.silences(finding.code, finding.span.line)]


@dataclass(frozen=True)
class Only:
    """Of those that another chooser keeps, one; and none in any other text than that in which it was found."""

    chosen: Chosen
    text: str
    code: str
    line: int
    column: int

    def __call__(self, source: Source, findings: list[Finding]) -> list[Finding]:
        """Keep the one finding."""
        if source.text != self.text:
            return []
        return [finding for finding in self.chosen(source, findings) if self._is(finding)]

    def _is(self, finding: Finding) -> bool:
        return (finding.code, *finding.span[:2]) == (self.code, self.line, self.column)

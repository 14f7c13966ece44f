"""Which tiers catch which mistake; the control is caught by none."""

from __future__ import annotations

IN_PROCESS, EXPLORER, STRACE, POWER = "in-process", "explorer", "strace", "power"
CONTROL = "correct"
CAUGHT_BY = {
    "chmod_after_rename": {IN_PROCESS, EXPLORER, STRACE, POWER},
    "cleanup_for_errors_only": {IN_PROCESS},
    "cleanup_missing": {IN_PROCESS, STRACE},
    "cleanup_of_own_calls_only": {STRACE},
    "failed_fsync_retried": {EXPLORER, STRACE, POWER},
    "fixed_temp_name": {IN_PROCESS},
    "fsync_of_the_file_instead": {EXPLORER},
    "fsync_without_flush": {EXPLORER, POWER},
    "in_place": {IN_PROCESS, EXPLORER, STRACE, POWER},
    "mode_lost": {IN_PROCESS, EXPLORER, STRACE, POWER},
    "no_directory_fsync": {EXPLORER, POWER},
    "no_fsync": {EXPLORER, POWER},
    "short_write_ignored": {IN_PROCESS},
    "temp_elsewhere": {IN_PROCESS, STRACE, POWER},
    "unlinked_first": {IN_PROCESS, EXPLORER, STRACE, POWER},
    "written_through_a_mapping": {POWER},
}

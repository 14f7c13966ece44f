"""Measures the linter, the codemod and the helpers on real code and real disks."""

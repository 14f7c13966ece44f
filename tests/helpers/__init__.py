"""The helpers: what they write, keep, refuse and leave behind."""

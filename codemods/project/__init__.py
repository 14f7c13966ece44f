"""The project around a file: its modules, its settings, its tests, and what it has of its own to call instead."""

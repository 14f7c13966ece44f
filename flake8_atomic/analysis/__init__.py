"""What a Python file does to the disk, read from its text; only what its package needs is read beside it."""

"""What a Python file does to the disk, read from its text alone."""

"""A run over many files: what was asked for, who does the work, and what is said of it."""

"""What a file does to SQLite: where it connects, what it executes, and which files are its databases."""

"""The codemod: one file's text, and the command over many."""

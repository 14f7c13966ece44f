"""Is the file that is written state? What speaks for it, and what is never flagged."""

"""Which databases are in danger from what is done to them, and which nobody would miss."""

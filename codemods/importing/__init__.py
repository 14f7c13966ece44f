"""The imports of a file: where a new one goes, and which became unused."""

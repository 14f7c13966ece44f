"""Rewrites the file writes that flake8-atomic flags."""

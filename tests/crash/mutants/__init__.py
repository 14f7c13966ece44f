"""One small program per mistake; each must be caught by the tiers that its test names."""

"""Home-made replaces: which renames publish a temp, and which steps of a safe one they take."""

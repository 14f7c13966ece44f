"""What must hold after a rewrite: the same comments, the same text, and the tree that was planned."""

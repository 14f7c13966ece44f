"""What is known of a path: which file it names, by which words, and whether it is one at all."""

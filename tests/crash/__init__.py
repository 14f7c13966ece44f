"""The helpers, the mutants of their protocol and their peers, crashed in every way we know."""

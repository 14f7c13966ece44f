"""How code is written: nodes of libcst, their layout, and the texts that become of them."""

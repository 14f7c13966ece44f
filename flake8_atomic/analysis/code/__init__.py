"""What the text of a Python file says, whatever it is about: scopes, flow, names and the values that they have."""

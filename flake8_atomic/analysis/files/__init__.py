"""What calls do to files: from the spelling of an open to the events of a function, in their order."""

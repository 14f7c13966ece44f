"""What the rest of a file says about an event, whichever rule asks: who calls it, on which condition, what reads it."""

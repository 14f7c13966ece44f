"""Which files belong together, and when they may yet be saved one by one."""

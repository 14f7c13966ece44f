"""The fixes: what a finding's event becomes, as a plan; a rule names the one that repairs it."""

"""Team matches: sides of several members, who propose lines and vote."""

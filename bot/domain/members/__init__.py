"""Members: what they have set, and their vacations."""

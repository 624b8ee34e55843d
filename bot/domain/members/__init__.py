"""Members and servers: what they have set, vacations, and matches they follow."""

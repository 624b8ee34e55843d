"""The tree of lines that a member has thought through in a match: a pure value, and its row."""

"""A member's private tree of lines in one match, as an immutable value and as a row."""

"""The Think board: trying lines in a match, and sharing them once it is over."""

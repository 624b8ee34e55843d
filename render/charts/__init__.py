"""Charts beside the boards: ratings, the course of a match, tables and brackets."""

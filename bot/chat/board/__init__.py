"""What several features show of a match: its cards, its board, and completion of its name."""

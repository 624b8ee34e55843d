"""Extracts the texts to translate and updates the catalogues in `bot/locale`: ``make texts``."""

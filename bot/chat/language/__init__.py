"""Texts and languages: the catalogues, the words for matches and players, and names of commands."""

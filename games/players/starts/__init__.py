"""Starts of games with a pie and the results of self-play from them, as data."""

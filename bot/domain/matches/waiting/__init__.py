"""Matches that wait: reminders, nudges, snoozing, adjourning, and the list of matches to move
in.
"""

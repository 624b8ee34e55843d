"""Matches that wait: gentle reminders, nudges, snoozing, and letting a quiet match go or taking it up again."""

"""Members: their settings, vacations, waking hours and daily cards."""

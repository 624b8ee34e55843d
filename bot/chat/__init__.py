"""The Discord face: commands, buttons, pickers and posts; all it knows about matches it asks of ``bot.matches``."""

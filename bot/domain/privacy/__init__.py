"""What is kept about people: given out, deleted and purged as the tables declare it
(``bot.store.personal``).
"""

"""Matches: their life as values that commands change (``match`` and the files of the commands), and the service.

Commands take a match and give the changed one with what is to be told of it; they know neither database nor Discord.
``service`` loads, applies, stores and owes in one unit of work.
"""

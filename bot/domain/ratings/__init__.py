"""Members' ratings on a server, their match histories and the server's seasons; knows no Discord.

``service.Ratings`` listens to the matches (``Matches.listeners``): a rated match that ends changes
both ratings in the same transaction, and a result that is undone is taken out again. Each server,
or outside servers each private channel, has ratings of its own (``scope``), one per game.
"""

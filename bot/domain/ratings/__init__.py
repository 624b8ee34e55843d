"""How strong members are, and what they have played; knows no Discord.

``Ratings(database, matches)`` (``service``) hears of every match that ends (``matches.listen``): ratings change in the
same transaction. A pool is a server's id, or ``WORLD`` for all servers together. The world is computed from all rated
matches, since a rating is worth what its opponents' are, and shown only for members who allow it (their setting
``global_rating``).
"""

"""What the bot knows and decides of matches, members, ratings and tournaments; neither Discord nor
pictures.
"""

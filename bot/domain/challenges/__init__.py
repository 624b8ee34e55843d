"""Challenges: offers to play, made to a member or to anyone, until a match begins or they end."""

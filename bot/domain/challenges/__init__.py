"""Challenges: offers to play, made to a member or to anyone, until they become a match or end without one."""

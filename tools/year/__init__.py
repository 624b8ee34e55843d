"""A simulated server: members with their own rhythms play for a year, and every notice they get is
checked.
"""

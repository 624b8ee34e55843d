"""Thinking by the computer: what helper processes compute, and the questions of members that wait
for it.
"""

"""Blocks: members who take no challenge, match or ping from another member, who gets no notice of
it.
"""

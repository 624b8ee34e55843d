"""Blocks: members who take no challenge, match or ping from another member, who is not told so."""

"""Handicaps between members: what each is worth now, which one makes two members even, and when
that is offered unasked; knows no Discord.
"""

"""What is asked of Discord outside an answer: channels and messages, who is where, and what goes
wrong with it.
"""

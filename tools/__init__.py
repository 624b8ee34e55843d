"""Programs that make data, figures and pages for the repository.

Not shipped; nothing shipped imports them.
"""

"""Helper processes for boards, thinking and heavy work.

Nothing here knows Discord, pictures, games or a database.
"""

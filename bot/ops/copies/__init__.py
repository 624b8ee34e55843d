"""Copies of the database: made, verified, put in its place, or moved to another kind."""

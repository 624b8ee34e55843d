"""Tests of what several features show of a match."""

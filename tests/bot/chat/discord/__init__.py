"""Tests of what features share."""

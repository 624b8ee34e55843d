"""Tests of imported matches."""

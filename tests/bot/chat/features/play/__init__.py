"""Tests of playing."""

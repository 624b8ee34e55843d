"""Tests of the board to think on."""

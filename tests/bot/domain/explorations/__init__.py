"""Tests of trees of lines."""

"""Tests of the features, each as members see it."""

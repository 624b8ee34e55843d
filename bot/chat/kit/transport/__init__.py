"""Requests to Discord outside an answer: notices, late answers, threads, and what Discord is asked."""

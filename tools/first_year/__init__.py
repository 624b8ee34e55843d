"""A host's first year, played in minutes with moved time (``python -m tools.first_year``)."""

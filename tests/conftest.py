"""What all tests share: how hypothesis looks for counterexamples."""

from __future__ import annotations

import os

from hypothesis import settings

# The same examples in every run, so that a change alone can break one; HYPOTHESIS_PROFILE=search looks for new ones.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

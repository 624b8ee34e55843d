"""What the tests of the domain share."""

import pytest


@pytest.fixture(autouse=True)
def only_translatable_sentences(translatable_sentences: None) -> None:
    """Whatever the domain says to a member can be translated."""

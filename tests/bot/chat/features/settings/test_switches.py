"""The switches in the custom ids of settings are read as they were written."""

import pytest

from bot.chat.features.settings.controls import Switch


@pytest.mark.parametrize(
    ("switch", "text"), [(Switch("flip", True), "flip.1"), (Switch("flip", False), "flip.0")]
)
def test_a_switch_is_read_as_it_was_written(switch: Switch, text: str) -> None:
    assert str(switch) == text
    assert Switch.parse(text) == switch


def test_the_name_of_a_setting_is_no_switch() -> None:
    assert Switch.parse("theme") is None

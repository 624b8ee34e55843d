"""What members and servers may set: checked, and stored as what differs from the defaults."""

from dataclasses import fields

import pytest

import render
from bot.domain.members.settings import MemberSettings
from bot.domain.servers.settings import ServerSettings
from bot.domain.stored_settings import StoredSettings


@pytest.mark.parametrize("kind", [MemberSettings, ServerSettings])
def test_every_setting_has_a_label_and_a_default_that_may_be_chosen(
    kind: type[StoredSettings],
) -> None:
    defaults = kind()
    assert list(kind.labels) == [field.name for field in fields(kind)]
    assert defaults.changed({name: getattr(defaults, name) for name in kind.labels}) == defaults


def test_only_what_differs_is_stored_and_what_is_not_known_any_more_is_left_out() -> None:
    settings = MemberSettings().changed({"flip": True, "notices": "dm", "theme": "slate"})
    assert settings.stored() == {"flip": True, "notices": "dm", "theme": "slate"}
    assert MemberSettings.read({**settings.stored(), "sounds": 3, "language": "tlh"}) == settings
    server = ServerSettings().changed({"channels": [7, 6, 7], "clock": " 3D "})
    assert server.stored() == {"channels": [7, 6], "clock": "3d"}
    assert ServerSettings.read(server.stored()) == server


def test_names_of_cells_are_shown_in_every_way_that_boards_can() -> None:
    assert MemberSettings.about["coordinates"].choices == render.COORDINATES

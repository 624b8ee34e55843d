"""What members and servers may set: checked, and stored as what differs from the defaults."""

from dataclasses import fields

import pytest

import render
from bot.domain.errors import Refused
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
    assert MemberSettings.descriptions["coordinates"].choices == render.COORDINATES


@pytest.mark.parametrize(
    ("settings", "change", "sentence"),
    [
        (MemberSettings(), {"odd": 1}, "there’s no setting “odd”"),
        (MemberSettings(), {"x" * 60: 1}, f"there’s no setting “{'x' * 40}”"),
        (MemberSettings(), {"matches": 3}, "there’s no setting “matches”"),
        (MemberSettings(), {"coordinates": "odd"}, "“Coordinates” can’t be “odd”"),
        (MemberSettings(), {"coordinates": "y" * 60}, f"“Coordinates” can’t be “{'y' * 40}”"),
        (MemberSettings(), {"daily": "both"}, "“Daily card” can’t be “both”"),
        (MemberSettings(), {"language": "xx"}, "“Language” can’t be “xx”"),
        (ServerSettings(), {"flip": True}, "there’s no setting “flip”"),
        (ServerSettings(), {"matches": 0}, "“Running matches per member” can be 1 to 100"),
        (ServerSettings(), {"matches": 101}, "“Running matches per member” can be 1 to 100"),
        (ServerSettings(), {"days": "5"}, "“Days a challenge stays open” can be 1 to 60"),
        (ServerSettings(), {"rated": -1}, "“Rated matches per pair per month” can be 0 to 100"),
    ],
)
def test_what_cannot_be_set_is_refused_by_the_name_that_members_read(
    settings: StoredSettings, change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        settings.changed(change)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("settings", "change", "row"),
    [
        (MemberSettings(), {"theme": "x" * 41}, {"theme": "x" * 40}),
        (MemberSettings(), {"hours": "7-22"}, {"hours": "07:00-22:00"}),
        (MemberSettings(), {"time_zone": " "}, {}),
        (MemberSettings(), {"time_zone": "Berlin"}, {"time_zone": "Europe/Berlin"}),
        (ServerSettings(), {"matches": 100}, {"matches": 100}),
        (ServerSettings(), {"days": 60}, {"days": 60}),
        (ServerSettings(), {"forum": "12"}, {"forum": 12}),
        (ServerSettings(), {"forum": None}, {}),
        (ServerSettings(), {"channels": "345"}, {}),
    ],
)
def test_settings_are_stored_as_they_are_meant_and_their_defaults_not_at_all(
    settings: StoredSettings, change: dict[str, object], row: dict[str, object]
) -> None:
    assert settings.changed(change).stored() == row


def test_a_server_names_at_most_fifty_channels() -> None:
    settings = ServerSettings().changed({"channels": range(60)})
    assert settings.channels == tuple(range(50))

"""Presses and their custom ids: what is written is read back as it was, and nothing that is read
breaks.
"""

from dataclasses import astuple, dataclass, fields
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, strategies as st

from bot.chat.discord import press as presses
from bot.chat.discord.press import (
    LONGEST,
    MAX,
    PRESSES,
    DoubledPress,
    Press,
    Subject,
    Version,
    number,
    read,
)
from bot.chat.features import FEATURES

WORD = r"[a-z0-9_-]{1,%d}"
LAST_WORD = r"[a-z0-9_.-]{1,%d}"
"""The last of the texts in a custom id may hold dots."""


def values(type_: object, room: int, *, last: bool) -> st.SearchStrategy[object]:
    """What a field of a press may be, in this many characters."""
    if type_ is Subject:
        return st.integers(0, MAX)
    if type_ is Version:
        return st.integers(0, 999_999_999)
    if type_ is int:
        return st.integers(0, min(MAX, 10**room - 1))
    if type_ is bool:
        return st.booleans()
    if get_origin(type_) is Literal:
        return st.sampled_from(get_args(type_))
    assert type_ is str
    if last:
        return st.from_regex(LAST_WORD % min(25, room), fullmatch=True)
    return st.from_regex(WORD % min(16, room), fullmatch=True)


def presses_of(kind: type[Press]) -> st.SearchStrategy[Press]:
    """Any press of a kind whose fields share the room: only ids are long, of whatever stands in
    many.
    """
    hints = get_type_hints(kind, include_extras=True)
    names = [field.name for field in fields(kind)]
    extras = [name for name in names if hints[name] not in (Subject, Version)]
    head = f"lh:{kind.action}:{MAX}:{999_999_999}:"
    room = (LONGEST - len(head)) // max(1, len(extras)) - 1
    strategies = {}
    for name in names:
        strategies[name] = values(hints[name], room, last=name == names[-1])
    return st.builds(kind, **strategies)


KINDS = st.sampled_from([button.press for feature in FEATURES for button in feature.buttons])


@given(KINDS.flatmap(presses_of))
def test_a_press_that_is_written_is_read_back_as_it_was(press: Press) -> None:
    custom_id = str(press)
    assert 0 < len(custom_id) <= LONGEST
    assert read(custom_id) == press


EXTRAS = st.one_of(
    st.text(max_size=70),
    st.from_regex(r"[a-z0-9.\-/]{0,60}"),
    st.from_regex(LAST_WORD % 25, fullmatch=True),
)
IDS = st.one_of(
    st.text(max_size=110),
    st.builds(
        "lh:{}:{}:{}:{}".format,
        st.sampled_from(sorted(PRESSES)),
        st.integers(-1),
        st.integers(-1),
        EXTRAS,
    ),
)


@given(IDS)
def test_whatever_is_read_is_a_press_within_its_bounds_or_none(custom_id: str) -> None:
    press = read(custom_id)
    if press is not None:
        assert custom_id.startswith(f"lh:{press.action}:")
        for value in astuple(press):
            if isinstance(value, int):
                assert 0 <= value <= MAX
        assert read(str(press)) == press


NEVER_WRITTEN = (
    "",
    "lh",
    "lh:",
    "lh:move",
    "lh:move:1:1",
    "lh:nothing:1:1:",
    "LH:move:1:1:",
    "lh:move:-1:1:",
    "lh:move:x:1:",
    f"lh:move:{MAX + 1}:1:",
    "lh:move:1:1234567890:",
    "lh:move:1:1:\n",
    f"lh:keep:1:1:{'x' * 81}",
    "lh:claim:1:1:all",
    "lh:answer:1:1:draw",
    "lh:look:1:1:x.y",
    "lh:undo:1:1:٣",
    "lh:undo:1:1:",
    "lh:tsettle:1:0:1",
    "lh:page:1:0:a",
)


@pytest.mark.parametrize("custom_id", NEVER_WRITTEN)
def test_what_was_never_written_is_no_press(custom_id: str) -> None:
    assert read(custom_id) is None


def test_two_kinds_of_presses_cannot_have_the_same_action(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presses, "PRESSES", dict(PRESSES))
    with pytest.raises(DoubledPress):

        @dataclass(frozen=True, slots=True)
        class Another(Press, action="move"):
            pass


@pytest.mark.parametrize("text", ["", "-1", "1.5", "٣", str(MAX + 1), "9" * 5000])
def test_what_is_no_number_of_a_database_is_none(text: str) -> None:
    assert number(text) is None


def test_the_largest_number_of_a_database_is_a_number() -> None:
    assert number(str(MAX)) == MAX

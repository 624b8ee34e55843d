"""What features register is whole: each press has one handler, each event one composer."""

from collections.abc import Collection

import pytest

from bot.chat.board.links import OpenMove
from bot.chat.discord.press import PRESSES
from bot.chat.features import FEATURES
from bot.chat.registration import Misregistered, by_kind
from bot.domain.events import KINDS
from bot.domain.matches.events import TurnPlayed

HANDLERS = [(button.press, button) for feature in FEATURES for button in feature.buttons]
COMPOSERS = [(composer.event, composer) for feature in FEATURES for composer in feature.composers]


@pytest.mark.parametrize(
    ("presses", "kinds", "kind"),
    [(HANDLERS, PRESSES.values(), OpenMove), (COMPOSERS, KINDS.values(), TurnPlayed)],
    ids=["a press and its handler", "an event and its composer"],
)
def test_each_kind_has_one_and_two_or_none_are_refused(
    presses: list[tuple[type, object]], kinds: Collection[type], kind: type
) -> None:
    assert by_kind(presses, kinds).keys() == set(kinds)
    for wrong in (
        [*presses, (kind, object())],
        [pair for pair in presses if pair[0] is not kind],
    ):
        with pytest.raises(Misregistered, match=kind.__name__):
            by_kind(wrong, kinds)

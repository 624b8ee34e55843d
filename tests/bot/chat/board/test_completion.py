"""What is offered while a member names a match."""

import pytest

from bot.domain.matches import endings
from tests.bot.chat.conftest import Club

OFFERED = {
    **dict.fromkeys(("board", "match show", "match record", "match replay"), ("M2", "M1")),
    **dict.fromkeys(("match rematch", "analyse"), ("M1",)),
    "match resign": ("M2",),
}
"""Where M1 is over and M2 runs."""


@pytest.mark.slow
async def test_matches_are_offered_where_they_fit_to_those_who_play_them(club: Club) -> None:
    await club.match()
    await club.match()
    await club.services.matches.act(1, club.bob.id, endings.resign)
    for command, matches in OFFERED.items():
        assert await club.alice.type(command, "match", "") == [*matches], command
        assert await club.alice.type(command, "match", "m1") == [
            name for name in matches if name == "M1"
        ]
        assert await club.carol.type(command, "match", "") == []
    assert await club.bob.type("move", "match", "", moves="") == []

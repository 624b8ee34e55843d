"""Cards keep to what a message may hold, whatever is put on them."""

from typing import Any, cast

import pytest

from bot.chat.board.links import OpenThink
from bot.chat.discord.components import MOST_PARTS, MOST_TEXT, Card, beside, button, post, row, text


def contents(card: Card) -> list[str]:
    (container,) = card.to_components()
    parts = cast("list[dict[str, Any]]", container["components"])
    return [part["content"] for part in parts if part["type"] == 10]


def test_long_texts_are_cut_where_a_message_is_full() -> None:
    long_post = post(text("a" * 3_000), text("b" * 3_000), text("c" * 10))
    lines = contents(long_post.view)
    assert [line[0] for line in lines] == ["a", "b", "…"]
    assert lines[1].endswith("b…")
    assert sum(map(len, lines)) <= MOST_TEXT


def test_a_card_of_too_many_parts_is_a_fault_of_ours_and_never_sent() -> None:
    lines = [beside(button("x", OpenThink(1, 2)), "a line") for _ in range(13)]
    assert len(post(*lines).view.to_components()) == 1
    last_row = row(button("x", OpenThink(1, 2)), button("y", OpenThink(1, 3)))
    with pytest.raises(ValueError, match=f"{MOST_PARTS + 3} components"):
        post(*lines, last_row)

"""What a host types to shut users and servers out, and what is answered."""

import pytest
from sqlalchemy.engine import make_url

from bot.ops import Failed
from bot.ops.shut_out import shut_out


async def test_a_user_and_a_server_are_shut_out_listed_and_let_in_again(database_url: str) -> None:
    url = make_url(database_url)
    assert await shut_out(url, list_all=True) == "nobody is shut out"
    assert await shut_out(url, "user", 7) == "user 7 is shut out"
    assert await shut_out(url, "user", 7) == "user 7 is shut out already"
    assert await shut_out(url, "server", 8) == "server 8 is shut out"
    listing = await shut_out(url, list_all=True)
    assert {line.partition(",")[0] for line in listing.splitlines()} == {"user 7", "server 8"}
    assert await shut_out(url, "user", 7, lift=True) == "user 7 may use the bot again"
    assert await shut_out(url, "user", 7, lift=True) == "user 7 was not shut out"
    assert "user 7" not in await shut_out(url, list_all=True)


async def test_what_cannot_be_meant_is_told(database_url: str) -> None:
    url = make_url(database_url)
    for what, number in ((None, None), ("user", None)):
        with pytest.raises(Failed, match="say who"):
            await shut_out(url, what, number)
    for number in (0, -5, 1 << 63):
        with pytest.raises(Failed, match="not an id"):
            await shut_out(url, "user", number)

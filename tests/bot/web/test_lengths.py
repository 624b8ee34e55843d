"""No field of a request to the page holds the event loop, whatever 6,000 characters are in it: no
option of a command, field of a form, part of an address or header either.
"""

import logging
import random
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings

from bot.chat.discord.lengths import LONGEST_OPTION, OPTION
from bot.chat.discord.page_commands import PAGE_COMMANDS
from bot.chat.discord.press import PRESSES
from bot.web import members
from bot.web.fields import FIELD, LONGEST_QUERY
from tests.bot.chat.hostile.anything import Anything
from tests.bot.chat.hostile.fuzzing import SEED
from tests.bot.chat.hostile.test_held_up import (
    BLOCKS,
    DIVIDED,
    FIELDS as FORM_FIELDS,
    lengths,
    nasty,
    texts_of,
)
from tests.bot.chat.hostile.watchdog import HOLD_SECONDS, Longest, watched
from tests.bot.web.conftest import Inside, Tab
from tests.bot.web.test_fuzzing import FIELDS, POSTED, READ

pytestmark = pytest.mark.slow
log = logging.getLogger(__name__)

SENT = (*(path.format(1) for path in POSTED), "enter")
TERMS = {"game": "loop", "opponent": "", "side": "random", "clock": "", "options": {}}
"""Of a challenge."""
HEADERS = (
    "Authorization",
    "Cookie",
    "User-Agent",
    "Origin",
    "X-Forwarded-For",
    "If-None-Match",
    "Accept-Encoding",
    "Accept-Language",
    "Range",
)
LONGEST_HEADER = 7_000  # characters: the web server takes 8,190
ADDRESSES = (
    "members?name={}",
    "m/1/objection?cell={}",
    "m/1/objection?cell=e4&from={}",
    "m/1/think?spot={}",
    "m/1/think?shared=1&spot={}",
    "m/1?ply={}",
    "rules/{}",
    "terms/{}",
    "back/00000000000000000000?game=loop&sign={}",
)
TRIES = 4  # something may be made only once, and another program may have the machine
SOME_BLOCKS = 8
SOME_FORMS = 12
"""So many of the blocks and of the forms are sent, other ones with each seed."""


@settings(
    max_examples=8,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=nasty, length=lengths)
async def test_no_field_of_the_page_holds_the_loop(inside: Inside, text: str, length: int) -> None:
    club = inside.club
    tab = Tab(club, inside.client)
    club.services.doors.url = ""
    if not await club.services.matches.of(club.alice.id, scope=None, status="running", limit=1):
        await club.begun()
    await tab.enter(club.alice)
    input_text = text[:length].encode("utf-8", "replace").decode()
    with watched() as longest:
        for path in SENT:
            for field in FIELDS:
                for _ in range(3):  # something may be made only once
                    longest.forget()
                    body = {"version": 1, "drafted": 0, "spot": "0.0", field: input_text}
                    status, _ = await tab.ask(path, body)
                    assert status < 500
                    if longest.seconds <= HOLD_SECONDS:
                        break
                assert longest.seconds <= HOLD_SECONDS, (path, field, longest)
        for path in READ:
            longest.forget()
            await tab.ask(
                f"{path.format(1)}{'&' if '?' in path else '?'}theme={input_text[:FIELD]}",
                **{"Accept-Language": "x" * 6_000},
            )
            assert longest.seconds <= HOLD_SECONDS, (path, longest)


class Requests:
    """Requests that carry a text wherever a request may: each with its address and body."""

    def __init__(self, text: str, anything: Anything, rng: random.Random) -> None:
        self.text = text
        self.anything = anything
        self.rng = rng

    def commands(self) -> Iterator[tuple[str, Any]]:
        """The text in each option of each command."""
        for path, command in PAGE_COMMANDS.items():
            parameters = command.command.parameters
            chosen = {one.name: str(one.choices[0].value) for one in parameters if one.choices}
            lengths_of_options = command.command.extras["longest"]
            for parameter in parameters:
                if parameter.choices:
                    continue
                longest = lengths_of_options.get(parameter.name, OPTION)
                written = {**chosen, parameter.name: self.text[:longest]}
                yield "act", {"press": f"/{path}", "written": written}

    def forms(self) -> Iterator[tuple[str, Any]]:
        """The text in the fields of some forms, and chosen in as many menus."""
        for kind in self.rng.sample([*PRESSES.values()], SOME_FORMS):
            press = self.anything.custom_id(kind)
            names = self.rng.sample(FORM_FIELDS, 4)  # a request has room for no more
            yield "act", {"press": press, "written": dict.fromkeys(names, self.text[:1_500])}
            yield "act", {"press": press, "value": self.text[:FIELD]}

    def challenges(self) -> Iterator[tuple[str, Any]]:
        """The text in each field of a challenge, to a member and to the computer."""
        fields = [{name: self.text[:FIELD]} for name in (*TERMS, "level")]
        fields += [{"options": {"board": self.text}}, {"options": {self.text[:FIELD]: "5x5"}}]
        fields.append({"message": self.text[:300]})
        for opponent in ("", "computer"):
            for field in fields:
                yield "challenge", {**TERMS, "opponent": opponent, **field}

    def addresses(self) -> Iterator[tuple[str, Any]]:
        """The text in each part of an address."""
        parts = [quote(sign, safe="") for sign in self.text[:300]]
        text = ""
        for part in parts:
            if len(text) + len(part) > LONGEST_QUERY - 100:
                break
            text += part
        for address in ADDRESSES:
            yield address.format(text), None


async def require_unheld(
    tab: Tab, longest: Longest, path: str, body: Any, headers: Mapping[str, str]
) -> None:
    """Require that a request is no error of the bot, and holds the loop for no longer than may
    be.
    """
    for _ in range(TRIES):
        longest.forget()
        status, _ = await tab.ask(path, body, **headers)
        assert status < 500, (path, body, headers)
        if longest.seconds <= HOLD_SECONDS:
            return
    raise AssertionError(f"{longest}: {path} {body!s:.300} {headers!s:.300}")


@pytest.mark.timeout(900)
async def test_no_command_form_address_or_header_of_the_page_holds_the_loop(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.warning("seed %s", SEED)
    monkeypatch.setattr(members, "SEARCH_SECONDS", 0.05)
    rng = random.Random(SEED)
    club = inside.club
    tab = Tab(club, inside.client)
    club.services.doors.url = ""
    await club.begun()
    await tab.enter(club.alice)
    anything = Anything(club, rng, [club.alice.id])
    with watched() as longest:
        for block in (*rng.sample(BLOCKS, SOME_BLOCKS), *DIVIDED):
            for text in texts_of(block, LONGEST_OPTION):
                storable = text.encode("utf-8", "replace").decode().replace("\0", " ")
                requests = Requests(storable, anything, rng)
                for path, body in (
                    *requests.commands(),
                    *requests.forms(),
                    *requests.challenges(),
                    *requests.addresses(),
                ):
                    await require_unheld(tab, longest, path, body, {})
                plain = "".join(sign for sign in text if " " <= sign <= "~")[:LONGEST_HEADER]
                for header in HEADERS:
                    await require_unheld(tab, longest, "home", None, {header: plain})
                kept = {"Cookie": f"loophole={plain}", "Origin": tab.origin}
                await require_unheld(tab, longest, "enter", {"door": "browser"}, kept)


async def test_what_is_too_long_is_refused_in_a_sentence(inside: Inside) -> None:
    club = inside.club
    tab = Tab(club, inside.client)
    club.services.doors.url = ""
    await club.begun()
    await tab.enter(club.alice)
    too_long = {"do": "note", "spot": "0.0", "text": "x" * 301}
    status, answer = await tab.ask("m/1/think", too_long)
    assert (status, answer["error"]) == (422, "That’s too long; the limit is 300 characters.")

"""Nobody holds the event loop up: every option, field, custom id and choice with 6,000 characters
of every nasty kind.

What is refused for its length is refused in one sentence, with what was typed.
"""

import asyncio
import gc
import logging
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from simcord import InteractionResult

import bot.chat
from bot.chat.discord.forms import BOX
from bot.chat.discord.lengths import OPTION
from bot.chat.discord.press import PRESSES
from tests.bot.chat.acting import started
from tests.bot.chat.world import World, said

from .anything import FORM_FIELDS, STRING, Anything, Leaf, leaves
from .fuzzing import LONGEST, NASTY, SEED, SENSIBLE
from .watchdog import HOLD_SECONDS, Longest, watched

log = logging.getLogger(__name__)

BLOCKS = (
    *(
        "㎡,",
        "#",
        " ",
        "a1 ",
        "a1,",
        "a1",
        "1 ",
        "1",
        "x ",
        "- ",
        "d4 - ",
        "~",
        "(",
        "[",
        "]",
        "] ",
        "「",
        "to ",
        "へ",
    ),
    *(
        "﷽",
        "、",
        "take over ",
        "take over a1 ",
        "M1 ",
        "M1: ",
        "1. ",
        "1.  Black: ",
        "Game: ",
        "if ",
        "then ",
        "else ",
    ),
    *(
        "\n",
        "; ",
        "<@1>",
        "<@",
        "<t:1",
        "`",
        "*",
        "_",
        "mon-",
        "7:",
        "三",
        "三日",
        "十",
        "1d+",
        "+",
        "12-",
        "1/",
        "3月",
    ),
    *(
        "am ",
        "11pm ",
        "[a1",
        "{",
        "\\",
        "\0",
        "\ud800",
        "swap ",
        "pass ",
        "e\u0301",
        "\u200b",
        "utc+",
        "Ａ１",
        "ﬃ",
        "㍿",
    ),
    *(text for text in (*NASTY, *SENSIBLE) if text),
)
nasty = st.builds(
    lambda start, block, end: (
        (start + block * (LONGEST // len(block) + 1))[: LONGEST - len(end)] + end
    ),
    st.sampled_from(("", "a", "1", "[", "M1 ", "d4", "Loophole record 1\n", "{")),
    st.one_of(
        st.sampled_from(BLOCKS),
        st.builds(str.__add__, st.sampled_from(BLOCKS), st.sampled_from(BLOCKS)),
        st.text(min_size=1),
    ),
    st.sampled_from(("", "b", "!", "]", " x", "a1")),
)
lengths = st.sampled_from((LONGEST, BOX, 400, 300, 200, OPTION))
"""Also as long as is allowed: what is let through is read."""


FIELDS = (*FORM_FIELDS, "other", "many", "who", "game", "across", "handicap")
"""The names of the fields of all forms."""
FIELD_READ = re.compile(r"\.typed\(\s*\"(\w+)\"")
WORLD = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
MANY = settings(WORLD, max_examples=4)
FORMS_OF_A_BLOCK = 10
PRESSES_OF_A_BLOCK = 20
"""So many of the forms and of the presses are sent with each block, and a third of the commands:
other ones with each seed.
"""


class Sender:
    """Sends interactions to a club in which ten matches wait for carol, with a watchdog."""

    def __init__(self, world: World, longest: Longest) -> None:
        self.club = world.club
        self.longest = longest
        self.anything = Anything(world.club, random.Random(1), [world.club.alice.id])
        self.wire = self.anything.wire
        self.message = world.club.channel.history()[0]
        self.texts = [
            (leaf, one)
            for leaf in leaves(world.club)
            for one in leaf.options
            if one["type"] == STRING
        ]

    async def check(self, *senders: Callable[[], InteractionResult]) -> list[InteractionResult]:
        """Check that nothing that is sent holds the loop, and give the answers."""
        results = await self._send(senders)
        if self.longest.seconds > HOLD_SECONDS:
            # Patterns are compiled once, and another program may have taken the machine.
            await self._send(senders)
        if self.longest.seconds > HOLD_SECONDS:
            for send in senders:
                await self._alone(send)
        self._forget_garbage()
        return results

    def _forget_garbage(self) -> None:
        """Collect what the watchdog has put off, and never again look at what is left: SimCord
        keeps every message.
        """
        gc.collect()
        gc.freeze()

    async def _send(
        self, senders: Sequence[Callable[[], InteractionResult]]
    ) -> list[InteractionResult]:
        results = []
        await asyncio.sleep(0)  # what was done before is a step of its own
        self.longest.forget()
        for send in senders:
            results.append(send())
            await asyncio.sleep(0)
        await self.club.env.settle()
        return results

    async def _alone(self, send: Callable[[], InteractionResult]) -> None:
        """The same again, as something may be made only once; then it is known what holds the
        loop.
        """
        for _ in range(10):  # other programs take the machine, too
            await self._send([send])
            if self.longest.seconds <= HOLD_SECONDS:
                return
        what = f"{self.wire.sent!s:.600}"
        raise AssertionError(f"{self.longest.seconds:.3f} s: {self.longest.step} by {what}")

    def commands(self, text: str, *, typing: bool = False) -> list[Callable[[], InteractionResult]]:
        """The text in each option into which it can be typed, ``typing`` it or sending the
        command.
        """
        places = [(leaf, one) for leaf, one in self.texts if one.get("autocomplete") or not typing]
        return [partial(self._command, leaf, one, text, typing) for leaf, one in places]

    def _command(
        self, leaf: Leaf, option: dict[str, Any], text: str, typing: bool
    ) -> InteractionResult:
        value: dict[str, Any] = {"name": option["name"], "type": STRING, "value": text}
        if typing:
            value["focused"] = True
        others = [
            one for one in leaf.options if one.get("required") and one["name"] != option["name"]
        ]
        values = [value, *map(self.anything._option, others)]
        return self.anything._command(leaf, values, self.club.carol, self.club.channel)

    def forms(self, text: str) -> list[Callable[[], InteractionResult]]:
        """The text in each field of each form."""
        values = dict.fromkeys(FIELDS, text)
        return [
            partial(
                self.wire.form, self.club.carol, self.anything.custom_id(kind), self.message, values
            )
            for kind in PRESSES.values()
        ]

    def presses(self, text: str) -> list[Callable[[], InteractionResult]]:
        """The text as a custom id, in each kind of them, and as what is chosen in each menu."""
        ids = [text, *(f"lh:{action}:1:1:{text}" for action in PRESSES)]
        presses = [
            partial(self.wire.press, self.club.carol, custom_id, self.message) for custom_id in ids
        ]
        for kind in PRESSES.values():
            presses.append(
                partial(
                    self.wire.press,
                    self.club.carol,
                    self.anything.custom_id(kind),
                    self.message,
                    [text],
                )
            )
        return presses


@pytest.fixture
def free_memory() -> Iterator[None]:
    """Free all that thousands of interactions have left, once the world is closed: whatever comes
    after in the same process would have it looked through again and again.
    """
    yield
    gc.unfreeze()
    gc.collect()


@pytest.fixture
async def sender(free_memory: None, world: World) -> AsyncIterator[Sender]:
    for number in range(10):
        game = ("loop", "veloop-square", "veloop-hex", "vigilance", "snipsnip")[number % 5]
        await started(world.club, game, world.club.dave, challenger=world.club.carol, side="first")
    with watched() as longest:
        new_sender = Sender(world, longest)
        new_sender._forget_garbage()
        yield new_sender


async def tried(sender: Sender, text: str) -> None:
    """Send a text in every way in which somebody can send one."""
    await sender.check(*sender.commands(text))
    await sender.check(*sender.commands(text, typing=True))
    await sender.check(*sender.forms(text))
    await sender.check(*sender.presses(text))


async def tried_in_some_ways(sender: Sender, text: str, rng: random.Random) -> None:
    """Send a text in a third of the commands, and in some of the forms and presses."""
    commands = [*sender.commands(text), *sender.commands(text, typing=True)]
    await sender.check(
        *rng.sample(commands, len(commands) // 3),
        *rng.sample(sender.forms(text), FORMS_OF_A_BLOCK),
        *rng.sample(sender.presses(text), PRESSES_OF_A_BLOCK),
    )


def test_no_field_of_a_form_is_left_out() -> None:
    folder = Path(bot.chat.__path__[0])
    code = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    assert {*FIELD_READ.findall(code)} <= {*FIELDS}


@pytest.mark.slow
@MANY
@given(text=nasty, length=lengths)
async def test_no_text_holds_the_loop_wherever_it_is_sent(
    sender: Sender, text: str, length: int
) -> None:
    await tried(sender, text[:length])


def texts_of(block: str, length: int) -> tuple[str, str]:
    """A block again and again, alone and between two other characters."""
    return (block * length)[:length], ("a" + block * length)[: length - 1] + "!"


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_none_of_the_blocks_holds_the_loop(sender: Sender) -> None:
    """Each block once, as long as what is read may be; every third one as long as is refused."""
    log.warning("seed %s", SEED)
    rng = random.Random(SEED)
    for number, block in enumerate(BLOCKS):
        await tried_in_some_ways(sender, texts_of(block, 400)[number % 2], rng)
        if number % 3 == 0:
            await tried_in_some_ways(sender, texts_of(block, LONGEST)[number % 2], rng)


@pytest.mark.exhaustive
@pytest.mark.parametrize("length", [LONGEST, 400])
async def test_none_of_the_blocks_holds_the_loop_in_any_way(sender: Sender, length: int) -> None:
    for block in BLOCKS:
        for text in texts_of(block, length):
            await tried(sender, text)


DIVIDED = (" " * LONGEST, "e4" + " " * LONGEST, "✗ " + "a11" * LONGEST)
"""Texts that can be divided in many ways."""


@pytest.mark.slow
async def test_no_text_holds_the_loop_that_can_be_divided_in_many_ways(sender: Sender) -> None:
    for text in DIVIDED:
        for tried_text in (text[:400], text[:399] + "q", text[:OPTION]):
            await sender.check(*sender.commands(tried_text))


@pytest.mark.slow
async def test_what_is_too_long_is_refused_in_a_sentence_with_what_was_typed(
    sender: Sender,
) -> None:
    text = "d4-e6 " * 1_000
    results = await sender.check(*sender.commands(text[:LONGEST]))
    for (leaf, option), result in zip(sender.texts, results, strict=True):
        if option["name"] == "text":
            continue
        assert f"limit is {option.get('max_length', OPTION)} characters" in said(result), leaf
        assert "typed.txt" in said(result)
    for result in await sender.check(*sender.forms(text)):
        assert "limit is 2000 characters" in said(result) or "too old" in said(result)
        assert "typed.txt" in said(result)
    for result in await sender.check(*sender.commands(text, typing=True)):
        assert result.acknowledged

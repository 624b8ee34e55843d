"""The page's own wording of texts that the chat has too: what a member touches there is named, and
what is in the chat alone is said to be there.
"""

import re
from collections.abc import Mapping

from bot.chat.discord.gateway.gateway import Gateway
from bot.chat.discord.page_commands import PAGE_COMMANDS, page_name
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Command, Language, Markup, plain
from bot.web import texts
from bot.web.fields import OUT_OF_DATE
from games.core import Sentence

TEAM = Sentence(texts.NAMED, name=Sentence(shared.TEAM))
RATED = Sentence(texts.NAMED, name=Sentence(texts.COUNTS_FOR_RATINGS))
SETTINGS = Command("settings")

INSTEAD: Mapping[str, Sentence] = {
    # refusals
    "you’ve blocked {other}; unblock them in /settings first": Sentence(
        "you’ve blocked {other}; unblock them in {settings} first", settings=SETTINGS
    ),
    "allow matches across servers in /settings first": Sentence(
        "allow matches across servers in {settings} first", settings=SETTINGS
    ),
    "this server doesn’t play across servers; its managers can change that in /server": Sentence(
        "this server doesn’t play across servers; its managers can change that with {server}",
        server=Command("server"),
    ),
    "{name} is paused; resume it with /match pause first": Sentence(
        "{name} is paused; resume it first"
    ),
    "you have no running matches here; start one with /play": Sentence(
        "you have no running matches here; start one first"
    ),
    "there are no tournaments here yet; create one with /tournament create": Sentence(
        "there are no tournaments here yet; create one first"
    ),
    "the sides of {name} vote on what they do; press Team on its latest post": Sentence(
        "the sides of {name} vote on what they do; go to {team}", team=TEAM
    ),
    "mention the members of a side or one role, such as @Ann @Ben": Sentence(
        "choose the members of a side by their names"
    ),
    "your turn is complete; confirm it, or undo the last move": Sentence(
        "your turn is complete; play it, or take a step back"
    ),
    "your turn is complete with {moves}; confirm it, or undo the last move": Sentence(
        "your turn is complete with {moves}; play it, or take a step back"
    ),
    "{game} has no lessons yet; play the computer instead with {play} and a level": Sentence(
        "{game} has no lessons yet; play the computer instead"
    ),
    shared.WRONG_OLD_BUTTON: Sentence(OUT_OF_DATE),
    # cards, and answers in a sentence
    "Ask before typed moves": Sentence("In the chat: ask before typed moves"),
    "Ask before pressed moves": Sentence("In the chat: ask before pressed moves"),
    "Course complete! Now play: {play}, with a friend or against the computer.": Sentence(
        "Course complete! Now play a match, with a friend or against the computer."
    ),
    "No rated matches yet. To start one, choose `rated` in {play}.": Sentence(
        "No rated matches yet. To start one, choose {rated} in a challenge.", rated=RATED
    ),
    "No season yet. Join with {join}.": Sentence("No season yet. Join a league to begin one."),
    "No divisions of {game} this season. Join with {join}.": Sentence(
        "No divisions of {game} this season. Join its league for the next one."
    ),
    "No tournaments here. Create one with {create}.": Sentence(
        "No tournaments here. Create the first one."
    ),
    "You’ve joined **{name}** on the bottom rung. Use {challenge} to play someone above you.": (
        Sentence("You’ve joined **{name}** on the bottom rung. Challenge someone above you.")
    ),
    "You haven’t imported a match here. Attach the file of a record, or paste its text.": Sentence(
        "You haven’t imported a match here. Choose the file of a record, or paste its text."
    ),
}
"""Texts of the chat that would send a reader of the page to what is not there, and what is said
instead; tests/bot/web/test_wording.py holds that there are no others.
"""

_PLACE = re.compile(r"(?<!\\)<(?P<kind>#|@&)(?P<id>\d{1,20})>")  # but for what members have written


class PageLanguage(Language):
    """A language as the page speaks it, which shows names in place of Discord’s mentions of
    channels and roles.

    :param gateway: knows those of the server ``scope``; without it, they stay without a name
    """

    def __init__(
        self, locale: str = "en-US", gateway: Gateway | None = None, scope: int = 0
    ) -> None:
        super().__init__(locale)
        self._gateway = gateway
        self._scope = scope

    def another(self, locale: str) -> "PageLanguage":
        return PageLanguage(locale, self._gateway, self._scope)

    def __call__(self, text: str, /, **values: object) -> Markup:
        wording = _on_page(text, values)
        words = super().__call__(wording.template, **wording.values)
        return Markup(_PLACE.sub(self._name_of, words))

    def label(self, text: str, /, longest: int = 80, **values: object) -> str:
        wording = _on_page(text, values)
        return super().label(wording.template, longest, **wording.values)

    def as_sentence(self, sentence: Sentence) -> Markup:
        return super().as_sentence(_on_page(sentence.template, sentence.values))

    def command(self, name: str) -> Markup:
        """What the page calls what a command does; where it has nothing for it, the command."""
        if name in texts.PAGES:
            return self(texts.NAMED, name=self.label(texts.PAGES[name]))
        if name in PAGE_COMMANDS:
            return self(texts.NAMED, name=page_name(self, name))
        return self(texts.IN_THE_CHAT, command=super().command(name))

    def _name_of(self, mention: re.Match[str]) -> str:
        """The name of the role that is mentioned, or of the channel, where everyone may view it."""
        guild = None if self._gateway is None else self._gateway.guild(self._scope)
        id = int(mention["id"])
        if mention["kind"] == "@&":
            role = None if guild is None else guild.get_role(id)
            return "@…" if role is None else f"@{plain(role.name)}"
        channel = None if guild is None else guild.get_channel(id)
        if guild is None or channel is None:
            return "#…"
        is_open = channel.permissions_for(guild.default_role).view_channel
        return f"#{plain(channel.name)}" if is_open else "#…"


def _on_page(text: str, values: Mapping[str, object]) -> Sentence:
    """A text with its values, as the page says it."""
    wording = INSTEAD.get(text)
    if wording is None:
        return Sentence(text, **values)
    return Sentence(wording.template, **{**values, **wording.values})

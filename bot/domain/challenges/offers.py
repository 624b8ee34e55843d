"""Standing offers of the lobby: their terms, and the conditions on who takes them."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from bot.domain.challenges.challenge import Challenge
from bot.domain.errors import NotFound, Refused
from bot.domain.events import DomainEvent
from bot.domain.values import Person
from bot.store.personal import Plain, UserId
from games.core.numbers import whole_number

MOST_OFFERS = 5  # standing offers of a member in one server
MOST_AT_ONCE = 10
MOST_GAP = 1_000  # points
MOST_FINISHED = 1_000  # matches
MOST_DAYS = 365


class LobbyCard(DomainEvent, kind="lobby_card"):
    """Offers made since ``since`` (Unix seconds) in the notice's server are to be shown to
    ``user``.
    """

    user: UserId
    since: Plain[int]


@dataclass(frozen=True, slots=True)
class TakerConditions:
    """What a member must meet to take an offer; 0: no such condition.

    :param max_rating_gap: points between the ratings of the maker and of the taker, at most
    :param min_finished: finished matches of the taker on the server
    :param days_between: days since the taker has last taken this offer
    """

    max_rating_gap: int = 0
    min_finished: int = 0
    days_between: int = 0

    @classmethod
    def parse(cls, text: str) -> "TakerConditions":
        """The conditions that ``str`` has written. Raises Refused for any other text."""
        numbers = [number for number in map(whole_number, text.split("-")) if number is not None]
        if len(numbers) != 3 or text.count("-") != 2:
            raise _out_of_range()
        return cls(*numbers)

    def __str__(self) -> str:
        return f"{self.max_rating_gap}-{self.min_finished}-{self.days_between}"

    @property
    def in_range(self) -> bool:
        """Whether an offer may have these conditions."""
        return (
            0 <= self.max_rating_gap <= MOST_GAP
            and 0 <= self.min_finished <= MOST_FINISHED
            and 0 <= self.days_between <= MOST_DAYS
        )


ANYONE = TakerConditions()


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingOffer(Challenge):
    """A challenge to anyone that stands.

    :param across_servers: members of other servers may take it, too
    :param at_once: its matches that may run at the same time
    :param running: its matches that do run
    :param elsewhere: it is as a member of another server sees it
    """

    target: Person | None = None
    explore: bool = True
    expires: datetime = datetime.max
    across_servers: bool = False
    at_once: int = 1
    conditions: TakerConditions = ANYONE
    running: int = 0
    elsewhere: bool = False


class Listed(NamedTuple):
    """An offer in the list of a member, and why they cannot take it now; None if they can."""

    offer: StandingOffer
    why: Refused | None


def require_in_range(at_once: int, conditions: TakerConditions) -> None:
    """Raises Refused for terms that no offer may have."""
    if not 1 <= at_once <= MOST_AT_ONCE or not conditions.in_range:
        raise _out_of_range()


def no_such_offer() -> NotFound:
    """Error for an offer that was withdrawn or may not be seen."""
    return NotFound("that offer was withdrawn")


def _out_of_range() -> Refused:
    return Refused("an offer can be for 1 to {most} matches at a time", most=MOST_AT_ONCE)

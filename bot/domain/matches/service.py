"""The service as one object: the parts that the other files hold, on one store and one clock."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime

from bot.domain.matches.agreements import Manners
from bot.domain.matches.challenges import Challenges
from bot.domain.matches.finding import Finding
from bot.domain.matches.outbox import Outbox
from bot.domain.matches.playing import Playing
from bot.domain.matches.prepared_moves import Plans
from bot.domain.matches.recording import Recording
from bot.domain.members.people import People
from bot.domain.privacy import Privacy
from bot.store import Store


class Matches(Playing, Manners, Finding, Recording):
    """All that can happen to matches. ``now()`` gives aware UTC datetimes; ``keep`` matches are held replayed."""

    def __init__(
        self, store: Store, now: Callable[[], datetime], *, keep: int = 256, rng: random.Random | None = None
    ) -> None:
        super().__init__(store, now, keep=keep, rng=rng)
        self.challenges = Challenges(self)
        self.outbox = Outbox(self)
        self.people = People(self)
        self.plans = Plans(self)
        self.privacy = Privacy(self)

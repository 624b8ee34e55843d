"""The service as one object: the parts that the other files hold, on one store and one clock."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime

from bot.store import Store

from .challenges import Challenges
from .finding import Finding
from .manners import Manners
from .outbox import Outbox
from .people import People
from .plans import Plans
from .playing import Playing
from .privacy import Privacy
from .recording import Recording


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

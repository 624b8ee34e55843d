"""Challenges: ``/play``, the cards of challenges, and what is answered to them."""

from bot.chat.board.links import AcceptChallenge, ListChallenges, WithdrawChallenge
from bot.chat.discord.delivery.notices import Composer
from bot.chat.discord.feature import Button, Feature
from bot.chat.features.challenges import answers
from bot.chat.features.challenges.commands import play
from bot.chat.features.challenges.posts import compose
from bot.chat.features.challenges.presses import DeclineChallenge, OpenCounter, SendCounter
from bot.domain.challenges.events import (
    ChallengeCountered,
    ChallengeDeclined,
    ChallengeExpired,
    ChallengeMade,
    ChallengeWithdrawn,
)

feature = Feature(
    "challenges",
    commands=(play,),
    buttons=(
        Button(AcceptChallenge, answers.accept, work="board"),
        Button(DeclineChallenge, answers.decline),
        Button(WithdrawChallenge, answers.withdraw),
        Button(OpenCounter, answers.open_counter),
        Button(SendCounter, answers.counter, work="board"),
        Button(ListChallenges, answers.list_open),
    ),
    composers=(
        Composer(ChallengeMade, compose),
        Composer(ChallengeCountered, compose),
        Composer(ChallengeDeclined, compose),
        Composer(ChallengeWithdrawn, compose),
        Composer(ChallengeExpired, compose),
    ),
)

"""Matches that wait: the daily card of them, nudging, snoozing, and letting a quiet match go or taking it up again."""

from bot.chat.board import links
from bot.chat.discord.delivery.notices import Composer
from bot.chat.discord.feature import CHORES_SECONDS, Button, Feature, Job
from bot.chat.discord.services import Services
from bot.chat.features.waiting import acting, daily, posts
from bot.chat.features.waiting.presses import Abandon, PlayOn, SnoozeFor
from bot.domain.daily_cards.service import DailyCard
from bot.domain.matches.events import Nudged, QuietAsked, QuietReminder


async def store_rhythms(services: Services) -> None:
    """Store when members have moved."""
    await services.members.store_rhythms()


feature = Feature(
    "waiting",
    commands=(acting.abandon_command,),
    buttons=(
        Button(links.Nudge, acting.nudge),
        Button(links.Snooze, acting.snooze),
        Button(SnoozeFor, acting.snooze_for),
        Button(links.ConfirmAbandon, acting.confirm_abandon),
        Button(Abandon, acting.abandon),
        Button(PlayOn, acting.play_on),
        Button(links.AskTakeUp, acting.take_up),
    ),
    composers=(
        Composer(Nudged, posts.compose_nudge),
        Composer(QuietReminder, posts.compose_reminder),
        Composer(QuietAsked, posts.compose_question),
        Composer(DailyCard, daily.compose),
    ),
    jobs=(
        Job("when members have moved", CHORES_SECONDS, store_rhythms),
        Job("the daily cards of members", CHORES_SECONDS, daily.put_out),
    ),
)

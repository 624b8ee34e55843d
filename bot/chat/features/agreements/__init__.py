"""What players ask of each other: draws, takebacks, pauses, claims, ends, rematches; and what falls due in matches."""

from bot.chat.board import links
from bot.chat.discord.feature import CHORES_SECONDS, Button, Feature, Job
from bot.chat.features.agreements import asking, due, ending, notices, texts
from bot.chat.features.agreements.presses import AbortMatch, ResignMatch
from bot.domain.matches.events import Asked, TurnPlayed

feature = Feature(
    "agreements",
    commands=(
        ending.resign_command,
        asking.draw_command,
        asking.takeback_command,
        asking.pause_command,
        ending.claim_command,
        ending.rematch_command,
    ),
    groups={"match": texts.ABOUT_MATCHES},
    buttons=(
        Button(links.AskDraw, asking.draw),
        Button(links.AskTakeback, asking.takeback),
        Button(links.AskPause, asking.pause),
        Button(links.AskResult, asking.result),
        Button(links.AnswerAgreement, asking.answer, work="board"),
        Button(links.ClaimMatch, ending.claim),
        Button(links.ConfirmResign, ending.confirm_resign),
        Button(ResignMatch, ending.resign),
        Button(links.ConfirmAbort, ending.confirm_abort),
        Button(AbortMatch, ending.abort),
        Button(links.KeepPlaying, ending.keep_playing),
        Button(links.Rematch, ending.rematch),
    ),
    composers=notices.COMPOSERS,
    jobs=(Job("what was due in matches", CHORES_SECONDS, due.work),),
    delivered=dict.fromkeys((Asked, TurnPlayed, *notices.CALLS), notices.delivered),
)

"""Tournaments and ladders: announced, joined, played by themselves, looked at, and organised."""

from bot.chat.discord.feature import CHORES_SECONDS, Button, Feature, Job
from bot.chat.features.tournaments import commands, looking, notices, organising, presses, taking_part, texts

feature = Feature(
    "tournaments",
    commands=commands.COMMANDS,
    groups={"tournament": texts.ABOUT_TOURNAMENTS},
    buttons=(
        Button(presses.JoinTournament, taking_part.join_pressed),
        Button(presses.LeaveTournament, taking_part.leave_pressed),
        Button(presses.CheckIn, taking_part.check_in),
        Button(presses.ChallengeAbove, taking_part.challenge_chosen),
        Button(presses.OpenTournament, looking.open_tournament, work="board"),
        Button(presses.ShowTournament, looking.turn, work="board"),
        Button(presses.TournamentBack, looking.turn, work="board"),
        Button(presses.TournamentOn, looking.turn, work="board"),
        Button(presses.SettlePairing, organising.settle_pressed),
        Button(presses.AcceptPlace, taking_part.accept_place),
        Button(presses.DeclinePlace, taking_part.decline_place),
        Button(presses.CloseTournament, organising.close_pressed),
    ),
    composers=notices.COMPOSERS,
    jobs=(Job("tournaments", CHORES_SECONDS, lambda services: services.tournaments.work()),),
)

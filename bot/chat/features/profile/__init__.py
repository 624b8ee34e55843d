"""How strong members are and what they have played: profiles, match histories, leaderboards, seasons."""

from bot.chat.board.links import RecountRatings, ShowSeason
from bot.chat.discord.feature import Button, Feature
from bot.chat.features.profile import commands, head_to_head, history, leaderboard, presses, profiles, seasons

feature = Feature(
    "profile",
    commands=commands.COMMANDS,
    buttons=(
        Button(presses.ShowChart, profiles.show_chart, work="board"),
        Button(presses.PostProfile, profiles.post_profile, work="board"),
        Button(presses.HeadToHead, head_to_head.show),
        Button(presses.ChooseOpponent, head_to_head.choose),
        Button(presses.PostHeadToHead, head_to_head.post_card),
        Button(presses.OpenHistory, history.open_history),
        Button(presses.HistoryBack, history.turn),
        Button(presses.HistoryOn, history.turn),
        Button(presses.FilterGame, history.filter_game),
        Button(presses.FilterOpponent, history.filter_opponent),
        Button(presses.FilterResult, history.filter_result),
        Button(presses.OpenPlayed, history.open_played, work="board"),
        Button(presses.ExportHistory, history.export, work="heavy"),
        Button(presses.LeaderboardBack, leaderboard.turn, work="board"),
        Button(presses.LeaderboardOn, leaderboard.turn, work="board"),
        Button(presses.LeaderboardMine, leaderboard.turn, work="board"),
        Button(presses.LeaderboardOther, leaderboard.turn, work="board"),
        Button(presses.PostLeaderboard, leaderboard.post_page, work="board"),
        Button(ShowSeason, seasons.show_season, work="heavy"),
        Button(presses.PostSeason, seasons.post_season, work="heavy"),
        Button(presses.OpenSeasonMatch, seasons.open_match, work="board"),
        Button(RecountRatings, seasons.recount, work="heavy"),
    ),
)

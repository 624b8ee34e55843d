"""The row of buttons under the posts of a match: while it runs, and once it is over."""

from bot.chat.board import links
from bot.chat.discord.components import Button, button
from bot.chat.language import texts
from bot.chat.language.i18n import Language
from bot.domain.matches.match import Match
from bot.domain.values import COMPUTER, WORLD


def below_post(
    t: Language, match: Match, *, for_spectator: bool, has_page: bool
) -> list[Button | None]:
    """The buttons under a post of a match.

    :param for_spectator: it is for others than the players
    :param has_page: the match can be opened in a browser
    """
    if match.status == "running":
        return [*_while_running(t, match, for_spectator=for_spectator, has_page=has_page)]
    return _when_over(t, match, for_spectator=for_spectator)


def _while_running(
    t: Language, match: Match, *, for_spectator: bool, has_page: bool
) -> list[Button]:
    buttons = list[Button]()
    if match.by_teams:
        buttons.append(team(t, match))
    elif match.mover != COMPUTER and not for_spectator:
        buttons.append(move(t, match))
    if match.explore:
        think = links.OpenThink(match.id, match.state.ply)
        buttons.append(button(t.label(texts.THINK), think))
    buttons.append(_board(t, match))
    buttons.append(_one_more(t, match, for_spectator=for_spectator, has_page=has_page))
    buttons.append(more(t, match))
    return buttons


def _one_more(t: Language, match: Match, *, for_spectator: bool, has_page: bool) -> Button:
    """The last button for which a row has room: the rules give way, as they stand under ⋯, too."""
    if offers_draw(match) and not match.by_teams and not for_spectator:
        accept = links.AnswerAgreement(match.id, match.version, "draw", True)
        return button(t.label(texts.ACCEPT_DRAW), accept)
    if has_page:
        return button(t.label(texts.IN_BROWSER), links.OpenPage(match.id))
    return button(t.label(texts.RULES), links.ShowRules(match.id))


def _when_over(t: Language, match: Match, *, for_spectator: bool) -> list[Button | None]:
    look_through = links.LookThrough(match.id, "a", False, match.state.ply)
    buttons: list[Button | None] = [
        _board(t, match),
        button(t.label(texts.LOOK_THROUGH), look_through),
    ]
    # A rated match that is shelved may be taken up again: nobody is helped in it.
    may_go_on = match.rated and match.reason == "adjourned"
    if match.decisions and not may_go_on:
        buttons.append(button(t.label(texts.ANALYSE), links.Analyse(match.id)))
    if not for_spectator:
        buttons.append(play_again(t, match))
    buttons.append(more(t, match))
    return buttons


def play_again(t: Language, match: Match) -> Button | None:
    """The button to play a match that is over again, or to take up one that was shelved; None
    where neither can be.
    """
    if match.reason == "taken-back" or match.tournament is not None:
        return None
    is_between_players = min(match.seats) >= COMPUTER  # neither teams nor deleted members
    if not is_between_players or match.scope == WORLD or match.rematch is not None:
        return None
    if match.reason == "adjourned":
        return button(t.label(texts.ASK_RESUME), links.AskTakeUp(match.id), "primary")
    label = texts.REMATCH if COMPUTER in match.seats else texts.OFFER_REMATCH
    return button(t.label(label), links.Rematch(match.id), "primary")


def offers_draw(match: Match) -> bool:
    """Whether a player offers a draw that another one may accept."""
    return match.draw_offer is not None and COMPUTER not in match.seats


def move(t: Language, match: Match) -> Button:
    """The button to choose one's move."""
    return button(t.label(texts.MOVE), links.OpenMove(match.id, match.version), "primary")


def team(t: Language, match: Match) -> Button:
    """The button to the vote of one's side."""
    return button(t.label(texts.TEAM), links.OpenTeam(match.id), "primary")


def more(t: Language, match: Match) -> Button:
    """The button to what else can be done in a match."""
    return button(t.label(texts.MORE), links.ShowMore(match.id, match.version))


def _board(t: Language, match: Match) -> Button:
    return button(t.label(texts.BOARD), links.ShowBoard(match.id, match.version))

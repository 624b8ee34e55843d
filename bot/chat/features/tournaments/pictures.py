"""Pictures of standings and brackets, with what they show in words."""

from collections.abc import Mapping, Sequence

from bot.chat.board import charts
from bot.chat.features.tournaments import texts
from bot.chat.features.tournaments.phrases import breaks, counts_points, state_label
from bot.chat.language import texts as shared
from bot.chat.language.i18n import Language
from bot.chat.pictures.images import Images
from bot.chat.pictures.picture import Picture
from bot.domain.tournaments.tournament import Standing, Tie, Tournament
from render.charts import brackets
from render.charts.brackets import Meeting
from render.charts.tables import TableLine


def _subtitle(t: Language, item: Tournament) -> str:
    return f"{item.name} · {item.game.name} · {state_label(t, item)}"


async def standings(
    images: Images,
    t: Language,
    item: Tournament,
    lines: Sequence[Standing],
    *,
    user: int = 0,
    theme: str = charts.THEME,
) -> Picture:
    """Part of the standings of a tournament, at most as many lines as fit a table; that of ``user``
    is marked.
    """
    rows = [
        TableLine(
            str(standing.rank or "–"),
            standing.entrant.name,
            _cells(t, item, standing),
            own=standing.entrant.user == user,
            faint=standing.entrant.gone,
        )
        for standing in lines
    ]
    columns = [texts.COLUMN_POINTS] * counts_points(item) + [texts.COLUMN_TALLY]
    if lines:
        # One is as many as there is room for beside the names; the text has them all.
        columns += [name for name, _ in breaks(lines[0])[:1]]
    return await charts.table(
        images,
        t,
        f"standings-{item.name}",
        rows,
        columns=[t.label(column) for column in columns],
        title=item.title,
        subtitle=_subtitle(t, item),
        spoken=item.title,
        theme=theme,
    )


def _cells(t: Language, item: Tournament, standing: Standing) -> tuple[str, ...]:
    points = (charts.points(t, standing.points),) if counts_points(item) else ()
    tally = f"{standing.wins} / {standing.draws} / {standing.losses}"
    return (*points, tally, *(charts.points(t, value) for _, value in breaks(standing)[:1]))


async def bracket(
    images: Images,
    t: Language,
    item: Tournament,
    ties: Sequence[Sequence[Tie]],
    *,
    part: int = 0,
    theme: str = charts.THEME,
) -> Picture:
    """The rounds of a knock-out from the current round on; of a large field one part."""
    sizes = [len(row) for row in ties]
    shown = brackets.window(sizes, item.round, part)
    parts = brackets.parts(sizes, item.round)
    names = {entrant.slot: entrant.name for entrant in item.entrants}
    meetings = [
        [_meeting(t, ties[index][board], names) for board in boards] for index, boards in shown
    ]
    labels = [
        t.label(texts.BRACKET_FINAL)
        if index == len(ties) - 1
        else t.label(texts.BRACKET_ROUND, round=index + 1)
        for index, _ in shown
    ]
    subtitle = _subtitle(t, item)
    if parts > 1:
        subtitle += " · " + t.label(texts.BRACKET_PART, part=min(part, parts - 1) + 1, parts=parts)
    data = await images.run(
        lambda: brackets.bracket(
            meetings, title=item.title, subtitle=subtitle, labels=labels, theme=theme, say=t.say
        )
    )
    described = tuple(
        t.label(
            shared.STATE_OF,
            1024,
            name=label,
            state=t.listed([_described(t, meeting) for meeting in row]),
        )
        for label, row in zip(labels, meetings, strict=True)
    )
    return Picture(
        f"bracket-{item.name}.png", data, t.label(texts.BRACKET_ALT, 1024, ties=described)
    )


def bracket_parts(item: Tournament, ties: Sequence[Sequence[Tie]]) -> int:
    """The number of pictures of a bracket."""
    return brackets.parts([len(row) for row in ties], item.round)


def bracket_part(item: Tournament, ties: Sequence[Sequence[Tie]], slot: int) -> int:
    """The first picture with a tie of an entrant; 0 if there is none."""
    sizes = [len(row) for row in ties]
    for part in range(bracket_parts(item, ties)):
        window = brackets.window(sizes, item.round, part)
        if any(slot in ties[index][board].slots for index, boards in window for board in boards):
            return part
    return 0


def _meeting(t: Language, tie: Tie, names: Mapping[int, str]) -> Meeting:
    first, second = (names.get(slot, "") if slot is not None else "" for slot in tie.slots)
    winner = (
        None if tie.winner is None or tie.winner not in tie.slots else tie.slots.index(tie.winner)
    )
    scores = [0.0, 0.0]
    for pairing in tie.games:
        for slot, score in zip(pairing.slots, pairing.points or pairing.scores or (), strict=False):
            scores[tie.slots.index(slot)] += score
    played = any(pairing.scores is not None for pairing in tie.games)
    return Meeting(
        (first, second),
        winner,
        (charts.points(t, scores[0]), charts.points(t, scores[1])) if played else ("", ""),
        bye=tie.decided and None in tie.slots,
    )


def _described(t: Language, meeting: Meeting) -> str:
    if meeting.bye:
        return t.label(
            shared.HINTS_OF, who=meeting.names[0] or meeting.names[1] or "–", n=t.say("bye")
        )
    first, second = (name or "–" for name in meeting.names)
    pair = f"{first} – {second}"
    return (
        pair
        if meeting.winner is None
        else t.label(shared.HINTS_OF, who=pair, n=meeting.names[meeting.winner])
    )

"""The plans of Loops 'n Leaps."""

from ...core import Sentence, _
from ...loops_n_leaps import LoopsNLeaps
from ..knowledge.loops_n_leaps import most_taken
from .base import Plan, by_gain, first_telling
from .loops_n_leaps_leapers import (
    crown,
    crowning,
    enemy_crown,
    enemy_leaper,
    hunt,
    own_crown,
    own_leaper,
    prepare_crown,
    spoil_crown,
)
from .loops_n_leaps_leaps import (
    dodge,
    enemy_take,
    own_take,
    take_and_save,
    take_for_loop,
    take_last_beside,
    take_men,
    take_out_of_loop,
    threaten,
)
from .loops_n_leaps_rings import (
    best_wall,
    build_round,
    cut_loop,
    enemy_closing,
    enemy_loop,
    free_rings,
    own_closing,
    own_loop,
    plan_loop,
    step_in,
    stop_ring,
    threaten_ring,
)


def _nearly(position: LoopsNLeaps, seat: int) -> int:
    return len(crowning(position, seat, 1))


def _crowns(position: LoopsNLeaps, seat: int) -> int:
    return len(crowning(position, seat))


def _men(position: LoopsNLeaps, seat: int) -> int:
    return position.men[seat].bit_count()


def _leapers(position: LoopsNLeaps, seat: int) -> int:
    return len(position.doubles[seat])


def _pillars(position: LoopsNLeaps, seat: int) -> int:
    own = position.men[seat]
    return sum((own & ring).bit_count() for _pillar, ring in free_rings(position, seat))


def _wall(position: LoopsNLeaps, seat: int) -> int:
    return best_wall(position, seat)[1]


def _threat_or_rescue(start: LoopsNLeaps, end: LoopsNLeaps, seat: int) -> Sentence | None:
    """What a turn saves, or what it threatens, whichever is more; what it saves where it is as
    much.
    """
    gain = most_taken(end, seat) - most_taken(start, seat)
    loss = most_taken(start, 1 - seat) - most_taken(end, 1 - seat)
    tellings = (dodge, threaten) if loss >= gain else (threaten, dodge)
    return first_telling(*tellings)(start, end, seat)


AIMS = {
    "take men": _("take men"),
    "crown a leaper": _("crown a leaper"),
    "take the leaper": _("take your opponent’s leaper"),
    "prepare a leaper": _("prepare a leaper"),
    "keep your opponent from crowning": _("spoil your opponent’s next leaper"),
    "threaten {move}": _("threaten to take men"),
    "stop": _("save your men"),
    "block": _("save your men"),
    "occupy {cell}: there": _("save your men"),
    "threaten to close": _("threaten to close a ring"),
    "occupy {cell}: a man": _("keep your opponent from closing a ring"),
    "build round": _("build a ring round one pillar"),
    "step in": _("step in where only your opponent has men"),
    "plan one ring": _("plan one ring round three pillars"),
    "keep your men": _("keep your men on one ring round three pillars"),
    "close one ring": _("close one ring round three pillars"),
    "cut": _("cut your opponent’s ring"),
}
"""What a turn aims at, by the first words of what is told of it, whichever plan tells it."""

PLANS = (
    Plan(
        "men",
        _("take men"),
        _men,
        first_telling(take_last_beside, take_and_save, take_out_of_loop, take_for_loop, take_men),
        aims=AIMS,
    ),
    Plan(
        "leapers",
        _("crown leapers, or take your opponent’s"),
        _leapers,
        first_telling(by_gain(_leapers, crown, hunt), by_gain(_crowns, prepare_crown, spoil_crown)),
        strong=own_leaper,
        weak=enemy_leaper,
        aims=AIMS,
    ),
    Plan(
        "crowns",
        _("prepare leapers, or spoil your opponent’s"),
        _nearly,
        by_gain(_nearly, prepare_crown, spoil_crown),
        strong=own_crown,
        weak=enemy_crown,
        aims=AIMS,
    ),
    Plan(
        "takes",
        _("threaten to take men, or save yours"),
        most_taken,
        _threat_or_rescue,
        strong=own_take,
        weak=enemy_take,
        aims=AIMS,
    ),
    Plan(
        "pillars",
        _("claim pillars for yourself, or step in at your opponent’s"),
        _pillars,
        first_telling(threaten_ring, stop_ring, by_gain(_pillars, build_round, step_in)),
        strong=own_closing,
        weak=enemy_closing,
        aims=AIMS,
    ),
    Plan(
        "wall",
        _("plan one ring round three pillars, or cut your opponent’s"),
        _wall,
        first_telling(threaten_ring, stop_ring, by_gain(_wall, plan_loop, cut_loop)),
        strong=own_loop,
        weak=enemy_loop,
        aims=AIMS,
    ),
)

"""Every figure that is counted while the bot runs, in the terms of Prometheus.

All names begin with ``loophole_``.
"""

from contextvars import ContextVar

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
ANSWERS = (0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Upper bounds of the classes of a histogram, in seconds.

Discord waits three seconds for an answer.
"""

OUTCOMES = ("ok", "refused", "failed", "late", "unanswered")
"""How an interaction ends.

``ok``, ``refused`` and ``failed`` (by the bot's fault): its member has read so. ``late``: Discord
took no answer any more. ``unanswered``: none was sent, or none arrived. Of the last two the
member's Discord says that the bot did not respond.
"""
INTERACTIONS = Histogram(
    "loophole_interaction_seconds",
    "From a command, button or form reaching the bot to the end of its answer; outcome is "
    f"{', '.join(OUTCOMES)}.",
    ["name", "outcome"],
    buckets=ANSWERS,
)
ENDS = Counter(
    "loophole_interactions",
    "Interactions by outcome, each from 0 on, so that alerts see the first one.",
    ["outcome"],
)
for _outcome in OUTCOMES:
    ENDS.labels(_outcome)
OFFERS = Histogram(
    "loophole_autocomplete_seconds",
    "Finding what is offered while a member types, by what that is.",
    ["of"],
    buckets=QUICK,
)
REFUSALS = Counter(
    "loophole_refusals",
    "Interactions that were turned away at the gate, by kind of work and whose limit was reached.",
    ["work", "limit"],
)
RENDERS = Histogram(
    "loophole_render_seconds", "Drawing a board or other picture.", ["kind"], buckets=QUICK
)
DATABASE = Histogram(
    "loophole_database_seconds",
    "A transaction from its beginning, waiting for other writers included, to its end.",
    ["kind"],
    buckets=QUICK,
)
REQUESTS = Histogram(
    "loophole_discord_request_seconds",
    "Requests to Discord, by status; 0 where there was no answer.",
    ["method", "status"],
    buckets=ANSWERS,
)
ERRORS = Counter(
    "loophole_errors",
    "Lines of the log at level ERROR or CRITICAL, by the part that wrote them.",
    ["part"],
)
OUTBOX = Gauge("loophole_outbox_notices", "Pending posts.")
OUTBOX_AGE = Gauge(
    "loophole_outbox_oldest_seconds", "How long the oldest post is overdue; 0 if none is."
)
READY = Gauge(
    "loophole_ready",
    "1 while a part (gateway, database) serves members, as the page /ready says; else 0.",
    ["part"],
)
GATEWAY = Gauge(
    "loophole_gateway_up", "1 while a shard hears of Discord's gateway what members do.", ["shard"]
)
GATEWAY_LATENCY = Gauge(
    "loophole_gateway_latency_seconds", "A shard's latest heartbeat to the gateway.", ["shard"]
)
THINKING = Gauge(
    "loophole_thinking_tasks",
    "What the computer is to think out, by whether it is waiting or running.",
    ["state"],
)
SERVERS = Gauge("loophole_servers", "Discord servers that this process serves.")
COPIED = Gauge(
    "loophole_backup_time_seconds", "When the newest copy of the database was made, in unix time."
)
COPY_EVERY = Gauge(
    "loophole_backup_every_seconds", "How often a copy is to be made; 0 where none is made."
)
COPIES_FAILED = Counter(
    "loophole_backup_failures", "Copies of the database that could not be made."
)
BUILD = Gauge("loophole_info", "Always 1; the label tells the version.", ["version"])

INTERACTION: ContextVar[int | None] = ContextVar("interaction", default=None)
"""The id of the interaction that the running task answers.

Each has a task of its own, so it is never reset.
"""


def ended(name: str, outcome: str, seconds: float) -> None:
    """Count an interaction that has ended."""
    INTERACTIONS.labels(name, outcome).observe(seconds)
    ENDS.labels(outcome).inc()


MOST_NAMES = 200
_names: set[str] = set()


def named(name: str) -> str:
    """``name`` as a label, or ``other`` once there are very many: what comes from outside must not
    fill the memory.
    """
    if name not in _names:
        if len(_names) >= MOST_NAMES:
            return "other"
        _names.add(name)
    return name

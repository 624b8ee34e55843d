"""Every figure that is counted while the bot runs, in the terms of Prometheus. All names begin with ``loophole_``."""

from contextvars import ContextVar

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
ANSWERS = (0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)
"""Upper bounds of the classes of a histogram, in seconds. Discord waits three seconds for an answer."""

INTERACTIONS = Histogram(
    "loophole_interaction_seconds",
    "From a command, button or form reaching the bot to the end of its answer; outcome is ok, refused or failed.",
    ["name", "outcome"],
    buckets=ANSWERS,
)
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
RENDERS = Histogram("loophole_render_seconds", "Drawing a board or other picture.", ["kind"], buckets=QUICK)
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
    "loophole_errors", "Lines of the log at level ERROR or CRITICAL, by the part that wrote them.", ["part"]
)
OUTBOX = Gauge("loophole_outbox_notices", "Pending posts.")
OUTBOX_AGE = Gauge("loophole_outbox_oldest_seconds", "Age of the oldest pending post; 0 if there is none.")
GATEWAY = Gauge("loophole_gateway_up", "1 while a shard is connected to Discord's gateway.", ["shard"])
GATEWAY_LATENCY = Gauge("loophole_gateway_latency_seconds", "A shard's latest heartbeat to the gateway.", ["shard"])
THINKING = Gauge(
    "loophole_thinking_tasks", "What the computer is to think out, by whether it is waiting or running.", ["state"]
)
SERVERS = Gauge("loophole_servers", "Discord servers that this process serves.")
COPIED = Gauge("loophole_backup_time_seconds", "When the newest copy of the database was made, in unix time.")
BUILD = Gauge("loophole_info", "Always 1; the label tells the version.", ["version"])

INTERACTION: ContextVar[int | None] = ContextVar("interaction", default=None)
"""The id of the interaction that the running task answers. Each has a task of its own, so it is never reset."""

MOST_NAMES = 200
_names: set[str] = set()


def named(name: str) -> str:
    """``name`` as a label, or ``other`` once there are very many: what comes from outside must not fill the memory."""
    if name not in _names:
        if len(_names) >= MOST_NAMES:
            return "other"
        _names.add(name)
    return name

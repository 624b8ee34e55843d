"""Series as Prometheus records them from the real page of metrics, in a time of their own, and what
its rules say.

A story scrapes the page once for every 15 seconds of its time. What the rules use is recorded;
moments in unix time are moved into the time of the story, which begins at 0 as promtool's does.
"""

import json
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

ROOT = Path(__file__).parents[2]
RULES = ROOT / "deploy" / "prometheus" / "loophole.rules.yml"
STEP = 15  # seconds between two scrapes, as the shipped configuration has it
# seconds; in a longer story the rules are evaluated less often, as that takes promtool long
LONG = 2 * 3600
PROMTOOL_SECONDS = 120.0  # how long promtool may take
USED = set(re.findall(r"\b(loophole_\w+|process_start_time_seconds)\b", RULES.read_text()))
"""The metrics that the rules name."""
MOMENTS = ("loophole_backup_time_seconds", "process_start_time_seconds")
COUNTED = ("_total", "_bucket")
INSTANCE = "127.0.0.1:9464"
FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})'
FIRED = (
    'count by (alertname) (max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[%dm])))'
)
# seconds; in a still longer one hardly within the five minutes for which a series is current
LONGEST = 2 * 86_400


@dataclass(slots=True)
class _Run:
    """Steps one after another at which a series has the same value."""

    first: int
    count: int
    value: float

    @property
    def end(self) -> int:
        """The step after its last one."""
        return self.first + self.count


def _firing(expression: str, minute: int, alerts: set[str]) -> dict[str, object]:
    """What promtool is to find at a minute: exactly these alerts."""
    samples = [{"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(alerts)]
    return {"expr": expression, "eval_time": f"{minute}m", "exp_samples": samples}


class Recorder:
    """What Prometheus has recorded of one bot so far.

    :param port: where the bot serves its metrics.
    :param step: seconds between two scrapes.
    :param start: the story's beginning in unix time, by Prometheus's clock; None: now.
    :param instance: the label by which Prometheus tells this process from others.
    """

    def __init__(
        self, port: int, *, step: int = STEP, start: float | None = None, instance: str = INSTANCE
    ) -> None:
        self.port = port
        self.step = step
        self.steps = 0
        self._start = time.time() if start is None else start
        self._target = {"instance": instance, "job": "loophole"}
        self._series: defaultdict[str, list[_Run]] = defaultdict(list)
        self._process_start: float | None = None  # in the story's time; None: when it really did
        self._before: dict[str, float] = {}  # counters when the process was started again

    @property
    def seconds(self) -> float:
        """The time of the story."""
        return self.steps * self.step

    async def scrape(self, times: int = 1) -> None:
        """Read the page so many times, a step after the other."""
        for _ in range(times):
            for name, value in (await self.read()).items():
                self._note(name, value)
            self._note(self._text("up", {}), 1)
            self.steps += 1

    def pass_by(self, minutes: float) -> None:
        """Time passes in which nothing changes."""
        steps = round(minutes * 60 / self.step)
        for runs in self._series.values():
            if runs[-1].end == self.steps:
                runs[-1].count += steps
        self.steps += steps

    def unreachable(self, times: int, *, is_target: bool = True) -> None:
        """The process does not answer.

        :param is_target: whether Prometheus still has it as a target.
        """
        for _ in range(times):
            if is_target:
                self._note(self._text("up", {}), 0)
            self.steps += 1

    async def restarted(self) -> None:
        """The process is another one from now on: its counters begin at 0."""
        self._process_start = self.seconds
        self._before = {}
        counters = await self.read()
        self._before = {
            name: value for name, value in counters.items() if name.split("{")[0].endswith(COUNTED)
        }

    async def read(self) -> dict[str, float]:
        """What the page says now of the metrics that the rules name, by series."""
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            page = await answer.text()
        samples = [
            sample for family in text_string_to_metric_families(page) for sample in family.samples
        ]
        return dict(self._recorded(sample) for sample in samples if sample.name in USED)

    def check(
        self,
        promtool: str,
        folder: Path,
        expectations: Iterable[tuple[int, set[str]]],
        *,
        fired_alerts: set[str] | None = None,
        others: "Iterable[Recorder]" = (),
    ) -> str:
        """What promtool has to say if at each of these minutes other alerts than expected fire;
        empty if none do.

        :param fired_alerts: the alerts that must have fired at any moment, and no others; None: it
            does not matter.
        :param others: what was recorded of other processes in the same time.
        """
        tests = [_firing(FIRING, minute, alerts) for minute, alerts in expectations]
        last_minute = int(self.seconds // 60)
        if fired_alerts is not None:
            tests.append(_firing(FIRED % (last_minute + 1), last_minute, fired_alerts))
        series = [one for recorder in (self, *others) for one in recorder.input_series()]
        story = {"interval": f"{self.step}s", "input_series": series, "promql_expr_test": tests}
        file = folder / "story.json"  # which is YAML too
        rules = {
            "rule_files": [str(RULES)],
            "evaluation_interval": f"{self._evaluated_every()}s",
            "tests": [story],
        }
        file.write_text(json.dumps(rules))
        command = [promtool, "test", "rules", str(file)]
        result = subprocess.run(command, capture_output=True, text=True, timeout=PROMTOOL_SECONDS)
        return "" if result.returncode == 0 else result.stdout + result.stderr

    def _evaluated_every(self) -> int:
        """How often promtool is to evaluate the rules, in seconds."""
        if self.seconds < LONG:
            return STEP
        return 8 * STEP if self.seconds < LONGEST else 16 * STEP

    def input_series(self) -> list[dict[str, str]]:
        """Every series, as promtool reads them."""
        return [
            {"series": name, "values": self._values(runs)} for name, runs in self._series.items()
        ]

    def _recorded(self, sample: Sample) -> tuple[str, float]:
        name = self._text(sample.name, sample.labels)
        value = sample.value - self._before.get(name, 0)
        if sample.name in MOMENTS and value:
            value -= self._start
        if sample.name == "process_start_time_seconds" and self._process_start is not None:
            value = self._process_start
        return name, value

    def _note(self, name: str, value: float) -> None:
        """Note a value at the present step."""
        runs = self._series[name]
        if runs and runs[-1].end == self.steps and runs[-1].value == value:
            runs[-1].count += 1
        else:
            runs.append(_Run(self.steps, 1, value))

    def _values(self, runs: Iterable[_Run]) -> str:
        """Samples as promtool reads them: those that stay the same as one, those that are missing
        as ``_``.
        """
        words: list[str] = []
        step = 0
        for run in runs:
            if run.first > step:
                words.append(f"_x{run.first - step}")
            words.append(f"{run.value!r}+0x{run.count - 1}")
            step = run.end
        if step < self.steps:
            words.append(f"_x{self.steps - step}")
        return " ".join(words)

    def _text(self, name: str, labels: dict[str, str]) -> str:
        """A series as Prometheus writes it, with the labels of the target."""
        pairs = sorted({**labels, **self._target}.items())
        text = ",".join(f'{label}="{value}"' for label, value in pairs)
        return f"{name}{{{text}}}"

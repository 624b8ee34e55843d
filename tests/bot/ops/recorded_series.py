"""Series as Prometheus records them from the real page of metrics, in a time of their own, and what its rules say.

A story scrapes the page once for every 15 seconds of its time. What the rules use is recorded; moments in unix time are
moved into the time of the story, which begins at 0 as promtool's does.
"""

import json
import re
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

ROOT = Path(__file__).parents[3]
RULES = ROOT / "deploy" / "prometheus" / "loophole.rules.yml"
STEP = 15  # seconds between two scrapes
LONG = 2 * 3600  # seconds; in a longer story the rules are evaluated less often, as that takes promtool long
USED = set(re.findall(r"\b(loophole_\w+|process_start_time_seconds)\b", RULES.read_text()))
"""The metrics that the rules name."""
MOMENTS = ("loophole_backup_time_seconds", "process_start_time_seconds")
COUNTED = ("_total", "_bucket")
TARGET = {"instance": "127.0.0.1:9464", "job": "loophole"}
FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})'


class Recorder:
    """What Prometheus has recorded of one bot so far."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.steps = 0
        self._began = time.time()
        self._series: defaultdict[str, dict[int, float]] = defaultdict(dict)
        self._process_began: float | None = None  # in the story's time; None: when it really did
        self._before: dict[str, float] = {}  # counters when the process was started again

    @property
    def seconds(self) -> float:
        """The time of the story."""
        return self.steps * STEP

    async def scrape(self, times: int = 1) -> None:
        """Read the page so many times, a step after the other."""
        for _ in range(times):
            for name, value in (await self.read()).items():
                self._series[name][self.steps] = value
            self._series[_text("up", {})][self.steps] = 1
            self.steps += 1

    def pass_by(self, minutes: float) -> None:
        """Time passes in which nothing changes."""
        steps = round(minutes * 60 / STEP)
        for series in self._series.values():
            if (last := series.get(self.steps - 1)) is not None:
                series.update({self.steps + step: last for step in range(steps)})
        self.steps += steps

    def unreachable(self, times: int, *, known: bool = True) -> None:
        """The process does not answer; not ``known``: Prometheus has no such target any more."""
        for _ in range(times):
            if known:
                self._series[_text("up", {})][self.steps] = 0
            self.steps += 1

    async def restarted(self) -> None:
        """The process is another one from now on: its counters begin at 0."""
        self._process_began, self._before = self.seconds, {}
        counters = await self.read()
        self._before = {name: value for name, value in counters.items() if name.split("{")[0].endswith(COUNTED)}

    async def read(self) -> dict[str, float]:
        """What the page says now of the metrics that the rules name, by series."""
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            page = await answer.text()
        samples = [sample for family in text_string_to_metric_families(page) for sample in family.samples]
        return dict(map(self._recorded, (sample for sample in samples if sample.name in USED)))

    def _recorded(self, sample: Sample) -> tuple[str, float]:
        name = _text(sample.name, sample.labels)
        value = sample.value - self._before.get(name, 0)
        if sample.name in MOMENTS and value:
            value -= self._began
        if sample.name == "process_start_time_seconds" and self._process_began is not None:
            value = self._process_began
        return name, value

    def check(self, promtool: str, folder: Path, expected: Iterable[tuple[int, set[str]]]) -> str:
        """What promtool has to say if at each of these minutes other alerts than expected fire; empty if none do."""
        tests = [
            {
                "expr": FIRING,
                "eval_time": f"{minute}m",
                "exp_samples": [{"labels": f'{{alertname="{alert}"}}', "value": 1} for alert in sorted(alerts)],
            }
            for minute, alerts in expected
        ]
        series = [{"series": name, "values": self._values(values)} for name, values in self._series.items()]
        story = {"interval": f"{STEP}s", "input_series": series, "promql_expr_test": tests}
        file = folder / "story.json"  # which is YAML too
        seconds = STEP if self.seconds < LONG else 8 * STEP
        file.write_text(
            json.dumps({"rule_files": [str(RULES)], "evaluation_interval": f"{seconds}s", "tests": [story]})
        )
        done = subprocess.run([promtool, "test", "rules", str(file)], capture_output=True, text=True, timeout=60)
        return "" if done.returncode == 0 else done.stdout + done.stderr

    def _values(self, values: dict[int, float]) -> str:
        """Samples as promtool reads them: those that stay the same as one, those that are missing as ``_``."""
        words: list[str] = []
        step = 0
        while step < self.steps:
            value, first = values.get(step), step
            while step < self.steps and values.get(step) == value:
                step += 1
            again = step - first - 1
            words.append(f"_x{again + 1}" if value is None else f"{value!r}+0x{again}")
        return " ".join(words)


def _text(name: str, labels: dict[str, str]) -> str:
    """A series as Prometheus writes it, with the labels of the target."""
    said = ",".join(f'{label}="{value}"' for label, value in sorted({**labels, **TARGET}.items()))
    return f"{name}{{{said}}}"

"""Figures of a running server, as Prometheus reads them."""

import time
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import Engine, event

from trigrad import __version__
from trigrad.club.club import Club

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds
_BEGAN = "trigrad_began"

RENDERING = Histogram(
    "trigrad_render_seconds", "Seconds to make HTML of a template", buckets=_FAST, registry=None
)  # of all servers of this process: templates belong to none


class Metrics:
    """The figures of one server; nothing in them tells of a person or a table."""

    def __init__(self, club: Club) -> None:
        self._registry = CollectorRegistry()
        self.answers = Counter(
            "trigrad_answers", "Answers to requests", ["method", "route", "status"], registry=self._registry
        )
        self.seconds = Histogram(
            "trigrad_answer_seconds",
            "Seconds until an answer began",
            ["method", "route"],
            buckets=_FAST,
            registry=self._registry,
        )
        self.refusals = Counter("trigrad_refusals", "What was refused", ["refusal"], registry=self._registry)
        self._database = Histogram(
            "trigrad_database_seconds", "Seconds of a statement", buckets=_FAST, registry=self._registry
        )
        self._registry.register(RENDERING)
        self._registry.register(_OfClub(club))
        ProcessCollector(registry=self._registry)
        self._listen(club.store.engine)

    def _listen(self, engine: Engine) -> None:
        @event.listens_for(engine, "before_cursor_execute")
        def _begin(_connection: Any, _cursor: Any, _statement: Any, _values: Any, context: Any, _many: Any) -> None:
            setattr(context, _BEGAN, time.perf_counter())

        @event.listens_for(engine, "after_cursor_execute")
        def _end(_connection: Any, _cursor: Any, _statement: Any, _values: Any, context: Any, _many: Any) -> None:
            self._database.observe(time.perf_counter() - getattr(context, _BEGAN))

    def text(self) -> bytes:
        """All figures, in Prometheus' own format."""
        return generate_latest(self._registry)


class _OfClub(Collector):
    """What a club says when it is asked."""

    def __init__(self, club: Club) -> None:
        self._club = club

    def collect(self) -> Iterator[Metric]:
        """The figures as they are now."""
        info = GaugeMetricFamily("trigrad_info", "The version that runs", labels=["version"])
        info.add_metric([__version__], 1)
        yield info
        choices = CounterMetricFamily("trigrad_choices", "Choices that were written", labels=["by"])
        for by, number in self._club.tables.chosen.counts().items():
            choices.add_metric([by], number)
        yield choices
        yield GaugeMetricFamily("trigrad_streams", "Streams of changes that are open", self._club.hub.streams)
        yield GaugeMetricFamily("trigrad_tables_in_memory", "Tables kept in memory", self._club.tables.kept)
        waiting = GaugeMetricFamily("trigrad_thoughts_waiting", "Thoughts that wait for a process", labels=["kind"])
        age = GaugeMetricFamily("trigrad_thoughts_oldest_seconds", "How long one has waited", labels=["kind"])
        for kind, (number, oldest) in self._club.thinking.waiting().items():
            waiting.add_metric([kind.name.lower()], number)
            age.add_metric([kind.name.lower()], oldest)
        yield waiting
        yield age

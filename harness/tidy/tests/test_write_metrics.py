"""The table of metrics in the description of the results says what the judge's copy of the declarations says."""
from __future__ import annotations

import json
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import write_metrics  # noqa: E402

SCHEMA = write_metrics.SCHEMA.read_text(encoding="utf-8")
METRICS = json.loads(write_metrics.KNOWN_TO_THE_JUDGE.read_text(encoding="utf-8"))


def test_the_table_in_the_schema_is_up_to_date():
    assert write_metrics.with_table(SCHEMA, METRICS) == SCHEMA, "harness/tidy/write_metrics.py writes it"


def test_another_declaration_is_another_table():
    changed = [dict(metric, unit="furlongs") if metric["name"] == "real_time" else metric for metric in METRICS]
    written = write_metrics.with_table(SCHEMA, changed)
    different = [line for line in written.splitlines() if line not in SCHEMA.splitlines()]
    assert len(different) == 1 and different[0].startswith("| `real_time` | furlongs | less | median | all |")
    assert write_metrics.with_table(written, METRICS) == SCHEMA


@pytest.mark.parametrize("mark", [write_metrics.BEGIN, write_metrics.END])
def test_without_its_marks_nothing_is_written(mark):
    with pytest.raises(SystemExit, match="should stand between"):
        write_metrics.with_table(SCHEMA.replace(mark, ""), METRICS)

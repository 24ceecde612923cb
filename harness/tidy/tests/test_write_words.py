"""The tables in documents say what the judge's copies of the declarations say."""
from __future__ import annotations

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import write_words  # noqa: E402

SCHEMA = write_words.SCHEMA.read_text(encoding="utf-8")
GLOSSARY = write_words.GLOSSARY.read_text(encoding="utf-8")
METRICS = write_words.copy_of("metrics")
WORDS = write_words.copy_of("words")


def test_the_tables_are_up_to_date():
    assert write_words.schema(SCHEMA, METRICS) == SCHEMA, "harness/tidy/write_words.py writes it"
    assert write_words.glossary(GLOSSARY, WORDS) == GLOSSARY, "harness/tidy/write_words.py writes it"


def test_another_declaration_is_another_table():
    changed = [dict(metric, unit="furlongs") if metric["name"] == "real_time" else metric for metric in METRICS]
    written = write_words.schema(SCHEMA, changed)
    different = [line for line in written.splitlines() if line not in SCHEMA.splitlines()]
    assert len(different) == 1 and different[0].startswith("| `real_time` | furlongs | less | median | all |")
    assert write_words.schema(written, METRICS) == SCHEMA


def test_another_meaning_is_another_sentence():
    changed = WORDS | {"idle": [dict(policy, about="sings") for policy in WORDS["idle"]]}
    written = write_words.glossary(GLOSSARY, changed)
    assert "| `park` | Idle: sings. |" in written and write_words.glossary(written, WORDS) == GLOSSARY


@pytest.mark.parametrize("mark", write_words.marks("metrics"))
def test_without_its_marks_nothing_is_written(mark):
    with pytest.raises(SystemExit, match="should stand between"):
        write_words.schema(SCHEMA.replace(mark, ""), METRICS)

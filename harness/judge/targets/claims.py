"""Target rows that no time answers: claims of a specification, compared with what the model checker found.

A part that chooses `verdict` names a design and, as its metric, which part of that design's verdict answers:
  defects           the claim is refuted if any of the part's `defects` was found
  badge             the claim holds within the bounds of a verdict without a fault
  starvation        refuted unless the design is wait-free: a thread may lose every race
  specified_orders  the specification's table of memory orders, line by line

A counter-example decides a claim. A verdict without a fault does not: it holds within its bounds, which stand beside
it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.judge.estimate.checked import bounds_text, is_without_fault, spoken
from harness.judge.read.bad_input import BadInput
from harness.judge.read.designs import Design
from harness.judge.read.run_file import Run
from harness.judge.targets.verdicts import MET, MISSED, UNDECIDED

VERDICT = "verdict"
REFUTED, HOLDS, NOT_REFUTED = "refuted", "holds within bounds", "not refuted"
WHOLE_TABLE = "the whole table"
_WITHOUT_KNOWLEDGE = {"unchecked": "not checked", "not checkable": "not checkable"}
# The result of the claim and of the lab's wish for a decision: the word for targets.json and the text that a table
# prints.
_JUDGED = {
    REFUTED: ((MISSED, "refuted"), (MET, "refuted by a run")),
    HOLDS: ((MET, "holds in bounds"), (UNDECIDED, "no proof")),
    NOT_REFUTED: ((UNDECIDED, "undecided"), (UNDECIDED, "no proof")),
}
_SOME_LINES = ((MISSED, "refuted"), (UNDECIDED, "rest in bounds"))
_ARGUED = ((MISSED, "refuted"), (UNDECIDED, "argued, no run"))
_Findings = dict[str, Any]


def claim(run: Run, part: dict[str, Any]) -> dict[str, Any]:
    """A part of targets.json; `text` is what a table prints, `notes` what stands below it."""
    answer_of = _ANSWERS.get(part["metric"])
    if answer_of is None:
        raise BadInput(f"results/targets.json: the metric of a verdict is {part['metric']!r}; it should be one of "
                       f"{', '.join(_ANSWERS)}")
    result = {"when": part["when"], "how": part["how"], "design": part["design"], "cell": None,
              "metric": part["metric"], "unit": None}
    design = run.designs.get(part["design"])
    found = None if design is None else answer_of(design, part)
    if found is None:
        badge = "unchecked" if design is None else design.checked.badge
        reason = f"{_WITHOUT_KNOWLEDGE.get(badge, badge)}: schedlab verify {part['design']}"
        return result | {"value": None, "reason": reason, "text": reason, "notes": []}
    return result | found


def is_claim(part: dict[str, Any]) -> bool:
    """Whether a part of an answered row is a claim."""
    return part["metric"] in _ANSWERS


def _found(value: str, text: str, notes: list[str], judged: tuple[tuple[str, str], tuple[str, str]],
           **more: Any) -> _Findings:
    (claim_word, claim_text), (goal_word, goal_text) = judged
    return {"value": value, "text": text, "notes": notes, **more,
            "seed_target": {"verdict": claim_word, "factor": None, "text": claim_text},
            "lab_goal": {"verdict": goal_word, "factor": None, "text": goal_text}}


def _defects(design: Design, part: dict[str, Any]) -> _Findings | None:
    """For a design that is known to be wrong; only defects that an execution shows count."""
    if design.checked.badge != "refuted":
        return None
    shown = [defect for defect in part["defects"] if defect in design.checked.defects]
    missing = [defect for defect in part["defects"] if defect not in shown]
    notes = [f"{design.name}: defects known but not found: {', '.join(missing)}"] if missing else []
    if not shown:
        return _found(NOT_REFUTED, NOT_REFUTED, notes, _JUDGED[NOT_REFUTED], defects=[])
    return _found(REFUTED, f"refuted ({', '.join(shown)})", notes, _JUDGED[REFUTED], defects=shown)


def _badge(design: Design, part: dict[str, Any]) -> _Findings | None:
    checked = design.checked
    if checked.badge == "refuted":
        return _found(REFUTED, REFUTED, [f"{design.name}: {checked.why}"], _JUDGED[REFUTED], bounds=checked.bounds)
    if not is_without_fault(checked):
        return None
    notes = [f"{design.name}: no fault in any execution {bounds_text(checked)}"] if checked.bounds else []
    return _found(HOLDS, spoken(checked), notes, _JUDGED[HOLDS], bounds=checked.bounds)


def _starvation(design: Design, part: dict[str, Any]) -> _Findings | None:
    steps = design.checked.longest_operation_steps
    if steps == 0:
        return None
    if design.progress == "wait_free":
        return _found(NOT_REFUTED, NOT_REFUTED, [], _JUDGED[NOT_REFUTED], longest_operation_steps=steps)
    progress = design.progress.replace("_", "-")
    note = (f"{design.name} is {progress}, not wait-free: a single operation may lose every race and then ends at its "
            f"retry limit with `contended`, unserved. The longest one explored took {steps} steps.")
    return _found(REFUTED, f"refuted: {progress}, not wait-free", [note], _ARGUED, longest_operation_steps=steps)


def _specified_orders(design: Design, part: dict[str, Any]) -> _Findings | None:
    """The rows of the table: each line with its order after a colon, and the table as a whole. Other rows only
    compare."""
    rows = design.checked.specified_orders
    lines = {line: said for line, said in rows.items() if ": " in line}
    if not lines:
        return None
    enough = sum(_is_enough(said) for said in lines.values())
    together = _is_enough(rows.get(WHOLE_TABLE, "enough"))
    text = f"{enough} of {len(lines)} lines sufficient" + ("" if together else ", not all together")
    ordered = [*sorted(rows.keys() - lines.keys(), key=lambda row: (row != WHOLE_TABLE, row)), *lines]
    notes = [f"{row}: {rows[row]}" for row in ordered]
    if enough < len(lines) or not together:
        return _found(REFUTED, text, notes, _SOME_LINES, specified_orders=rows)
    return _found(HOLDS, text, notes, _JUDGED[HOLDS], specified_orders=rows)


def _is_enough(said: str) -> bool:
    """The checker says 'sufficient' or 'enough ...'; otherwise it names what breaks."""
    return said.startswith(("sufficient", "enough"))


_ANSWERS: dict[str, Callable[[Design, dict[str, Any]], _Findings | None]] = {
    "defects": _defects, "badge": _badge, "starvation": _starvation, "specified_orders": _specified_orders}

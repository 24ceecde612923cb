"""Input that can't be judged: one sentence that says what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import Any


class BadInput(Exception):
    """Raised for input that can't be judged; the message is written for the person who gave the input."""


def kind_of_value(value: Any) -> str:
    names = {type(None): "missing", dict: "an object", list: "a list", str: "a string", bool: "a truth value"}
    return names.get(type(value), "a number")

"""Input that can't be judged: one sentence that says what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import Any


class BadInput(Exception):
    """The input can't be judged; the message is meant for the person who gave it."""


def kind_of_value(value: Any) -> str:
    names = {type(None): "missing", dict: "an object", list: "a list", str: "a string", bool: "a truth value"}
    return names.get(type(value), "a number")

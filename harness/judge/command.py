"""What every command of this folder does with its one argument, a run folder: help, errors, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from harness.judge.run_file import BadInput, Run, load_run

DONE, WRONG_CALL = 0, 2


def over_run(usage: str, arguments: Sequence[str], judge: Callable[[Run], None]) -> int:
    """Judges the run that the arguments name; whatever the caller got wrong is one sentence and exit code 2."""
    if list(arguments) in (["-h"], ["--help"]):
        print(usage)
        return DONE
    if len(arguments) != 1:
        print(usage, file=sys.stderr)
        return WRONG_CALL
    try:
        judge(load_run(arguments[0]))
        sys.stdout.flush()
    except BadInput as problem:
        print(f"error: {problem}", file=sys.stderr)
        return WRONG_CALL
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep the interpreter from flushing into the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE

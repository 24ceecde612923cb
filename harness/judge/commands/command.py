"""What all commands of this folder have in common: help, errors in one sentence, exit codes."""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from harness.judge.read.bad_input import BadInput
from harness.judge.read.run_file import Run, load_run
from harness.judge.read.typed import as_typed


DONE, NOT_WRITTEN, FAILED, WRONG_CALL = 0, 1, 1, 2


def over_run(usage: str, arguments: Sequence[str], judge: Callable[[Run], None]) -> int:
    """For commands whose only argument is a run folder."""
    return command(usage, arguments, range(1, 2), lambda words: judge(load_run(words[0])))


def command(usage: str, arguments: Sequence[str], counts: range, act: Callable[[list[str]], int | None]) -> int:
    """Calls `act` with the words of the call, and ends with its code. A wrong call or input gives one sentence and exit
    code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a path may hold what this terminal can't show
    words = list(arguments)
    if words in (["-h"], ["--help"]):
        print(usage)
        return DONE
    if len(words) not in counts:
        print(usage, file=sys.stderr)
        return WRONG_CALL
    try:
        code = act(words) or DONE
        sys.stdout.flush()
        return code
    except BadInput as problem:
        print(as_typed(f"schedlab: {problem}"), file=sys.stderr)
        return WRONG_CALL
    except BrokenPipeError:
        _give_up_output()  # the reader (head, less) has seen enough
    except OSError as problem:
        print(f"schedlab: {problem.filename or 'standard output'}: can't be written ({problem.strerror})", file=sys.stderr)
        _give_up_output()
        return NOT_WRITTEN
    except Exception as problem:
        if "SCHEDLAB_TRACEBACK" in os.environ:
            raise
        print(f"schedlab: {_fault(problem)}", file=sys.stderr)
        return FAILED
    return DONE


def _fault(problem: Exception) -> str:
    """The sentence for a mistake of ours, or for a run.json that holds something nobody thought of."""
    at = traceback.extract_tb(problem.__traceback__)[-1]
    return (f"the judge itself failed, {type(problem).__name__}: {problem} ({os.path.basename(at.filename)}:{at.lineno}); "
            "SCHEDLAB_TRACEBACK=1 before the command shows the way there")


def _give_up_output() -> None:
    """Keeps the interpreter from trying again to write the output, when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

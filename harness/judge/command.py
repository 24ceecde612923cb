"""What every command of this folder does alike: help, errors in one sentence, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from harness.judge.bad_input import BadInput
from harness.judge.run_file import Run, load_run
from harness.judge.typed import as_typed


DONE, NOT_WRITTEN, WRONG_CALL = 0, 1, 2


def over_run(usage: str, arguments: Sequence[str], judge: Callable[[Run], None]) -> int:
    """For commands whose one argument is a run folder."""
    return command(usage, arguments, range(1, 2), lambda words: judge(load_run(words[0])))


def command(usage: str, arguments: Sequence[str], counts: range, act: Callable[[list[str]], int | None]) -> int:
    """Acts on so many words, and ends with the code that this gives; whatever the caller got wrong is one sentence and exit code 2."""
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
        print(as_typed(f"error: {problem}"), file=sys.stderr)
        return WRONG_CALL
    except BrokenPipeError:
        _give_up_output()  # the reader (head, less) has seen enough
    except OSError as problem:
        print(f"error: {problem.filename or 'standard output'}: can't be written ({problem.strerror})", file=sys.stderr)
        _give_up_output()
        return NOT_WRITTEN
    return DONE


def _give_up_output() -> None:
    """Or the interpreter would try again to write it, at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

"""What every command of this folder does alike: help, errors in one sentence, exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from harness.judge.bad_input import BadInput
from harness.judge.run_file import Run, load_run


DONE, WRONG_CALL = 0, 2


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
        print(f"error: {problem}", file=sys.stderr)
        return WRONG_CALL
    except BrokenPipeError:
        # The reader (head, less) has seen enough; keep the interpreter from flushing into the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE

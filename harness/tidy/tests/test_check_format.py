"""Format findings carry file and line; what clang-format 14 gets wrong is left alone."""
import pathlib
import shutil
import subprocess
import sys

import pytest

SCRIPT = pathlib.Path(__file__).resolve().parents[1] / "check_format.py"
pytestmark = pytest.mark.skipif(shutil.which("clang-format") is None, reason="make tidy installs clang-format")


def run(tmp_path: pathlib.Path, text: str, *options: str) -> tuple[int, str, str]:
    shutil.copy(SCRIPT.parents[2] / ".clang-format", tmp_path)
    file = tmp_path / "a.cpp"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, str(SCRIPT), *options, str(file)], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, file.read_text(encoding="utf-8")


def test_a_difference_is_found_with_its_line(tmp_path):
    code, said, _ = run(tmp_path, "int a = 1;\nint  b=2;\n")
    assert code == 1 and "a.cpp:2: not in the common format; int b = 2;" in said


def test_fix(tmp_path):
    assert run(tmp_path, "int a = 1;\nint  b=2;\n", "--fix") == (0, "", "int a = 1;\nint b = 2;\n")


def test_attributed_enums_are_left_alone(tmp_path):
    text = "enum class [[nodiscard]] status : int { ok, full };\n"
    assert run(tmp_path, text) == (0, "", text)

"""Counts test cases over all that ctest ran: count_tests.py TESTS_XML COUNTS_FILE

Reads ctest's JUnit file, in which every entry is a whole test executable or a pytest folder, and finds the summary that
Catch2 or pytest printed last. An entry that failed without naming a failed case (it crashed, hung or found nothing) is
one failure more.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

ALL_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)", re.MULTILINE)  # Catch2
SOME_FAILED = re.compile(r"^test cases:.*$", re.MULTILINE)  # Catch2
PYTEST = re.compile(r"^=*\s*(?:\d+ \w+,? ?)+ in [\d.]+s", re.MULTILINE)


def number_before(word: str, line: str) -> int:
    found = re.search(r"(\d+) " + word + r"(?! as expected)\b", line)
    return int(found.group(1)) if found else 0


def count(output: str) -> tuple[int, int]:
    """Passed and failed cases, by the last summary in the output."""
    all_passed = ALL_PASSED.findall(output)
    if all_passed:
        return int(all_passed[-1]), 0
    lines = SOME_FAILED.findall(output) or [match.group(0) for match in PYTEST.finditer(output)]
    if not lines:
        return 0, 0
    return number_before("passed", lines[-1]), number_before("failed", lines[-1]) + number_before("errors?", lines[-1])


def count_entry(entry: xml.etree.ElementTree.Element) -> tuple[int, int]:
    passed, failed = count(entry.findtext("system-out") or "")
    if entry.get("status") == "run":
        return passed, failed
    return passed, max(failed, 1)


def main(tests_xml: str, counts_file: str) -> int:
    entries = xml.etree.ElementTree.parse(tests_xml).getroot().findall("testcase")
    counts = {entry.get("name"): count_entry(entry) for entry in entries}
    for name, (passed, failed) in counts.items():
        if failed:
            print(f"{name}: {passed} passed, {failed} failed")
    passed = sum(passed for passed, _ in counts.values())
    failed = sum(failed for _, failed in counts.values())
    print(f"all tests: {passed} passed, {failed} failed")
    pathlib.Path(counts_file).write_text(f"{passed} {failed}\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

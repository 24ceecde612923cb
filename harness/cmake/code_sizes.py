"""Writes how many bytes of machine code each design's operations take: code_sizes.py SIZE_TOOL OUTPUT OBJECT...

An object is named <design>.code_size.cpp.o and holds nothing but those operations.
"""
import json
import pathlib
import subprocess
import sys


def text_bytes(size_tool: str, object_file: str) -> int:
    """The sum of all code sections: templates and cold paths have sections of their own."""
    if sys.platform == "darwin":  # "Section (__TEXT, __text): 96 ..."
        listing = subprocess.run([size_tool, "-m", object_file], check=True, capture_output=True, text=True).stdout
        return sum(int(line.split(":")[1].split()[0]) for line in listing.splitlines() if "__text)" in line)
    listing = subprocess.run([size_tool, "-A", object_file], check=True, capture_output=True, text=True).stdout
    return sum(int(line.split()[1]) for line in listing.splitlines() if line.startswith(".text"))


def main(size_tool: str, output: str, *objects: str) -> None:
    sizes = {pathlib.Path(name).name.split(".code_size.")[0]: text_bytes(size_tool, name) for name in objects}
    pathlib.Path(output).write_text(json.dumps(sizes, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])

"""The ring and the WPOL queue compile without a hosted library, natively and for WebAssembly, and the module calls
nothing that its host would have to bring."""
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "queues" / "tests" / "freestanding" / "instantiations.cpp"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wshadow"]
WASM = ["--target=wasm32", "-nostdlib", "-matomics", "-mbulk-memory"]

# What a compiler may call by itself in a freestanding program; everything else would be a library.
COMPILER_SUPPORT = {"memcpy", "memset", "memmove", "__dso_handle", "__cxa_atexit"}


def compile_freestanding(compiler: str, folder: pathlib.Path, *options: str) -> pathlib.Path:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    machine_code = folder / "instantiations.o"
    command = [compiler, "-std=c++20", "-O2", "-ffreestanding", *options, *WARNINGS, f"-I{ROOT}", "-c", str(SOURCE),
               "-o", str(machine_code)]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return machine_code


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_compiles_freestanding(compiler, tmp_path):
    machine_code = compile_freestanding(compiler, tmp_path, "-fno-exceptions", "-fno-rtti")
    listing = subprocess.run(["nm", "-u", str(machine_code)], check=True, capture_output=True, text=True).stdout
    undefined = {line.split()[-1].lstrip("_") for line in listing.splitlines() if line.strip()}
    assert undefined <= {name.lstrip("_") for name in COMPILER_SUPPORT} | {"GLOBAL_OFFSET_TABLE_"}


def wasm_options() -> list[str]:
    """Some vendors' clang (Apple's) knows no WebAssembly."""
    if shutil.which("clang++") is None:
        pytest.skip("clang++ is not installed")
    targets = subprocess.run(["clang++", "--print-targets"], capture_output=True, text=True).stdout
    if "wasm32" not in targets:
        pytest.skip("this clang++ has no wasm32 target")
    return WASM


def test_compiles_for_webassembly(tmp_path):
    module = compile_freestanding("clang++", tmp_path, *wasm_options(), "-fno-exceptions", "-fno-rtti")
    assert module.read_bytes()[:4] == b"\0asm"


def test_a_hosted_header_is_noticed(tmp_path):
    """The test above can fail: with a hosted library's header in, WebAssembly does not compile."""
    options = wasm_options()
    command = ["clang++", "-std=c++20", "-ffreestanding", *options, f"-I{ROOT}", "-include", "mutex", "-c", str(SOURCE),
               "-o", str(tmp_path / "module.o")]
    assert subprocess.run(command, capture_output=True).returncode != 0


def test_a_wrong_capacity_stops_a_module_too(tmp_path):
    """There is nothing to print with, so check() is a bare trap."""
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    module = tmp_path / "module.cpp"
    module.write_text("""
        #include "queues/vyukov_ring.hpp"
        alignas(64) static unsigned char pool[65536];
        struct module_memory : schedlab::native_memory {
          static void* allocate(size_t, size_t) { return pool; }
          static void deallocate(void*, size_t, size_t) {}
        };
        extern "C" void make_ring(size_t capacity) { schedlab::vyukov_ring<int, module_memory> ring(capacity); }
        """)
    host = tmp_path / "host.cpp"
    host.write_text('#include <cstdlib>\nextern "C" void make_ring(std::size_t);\n'
                    "int main(int, char** words) { make_ring(std::strtoul(words[1], nullptr, 10)); }\n")
    for source, options in ((module, ["-ffreestanding", f"-I{ROOT}"]), (host, [])):
        subprocess.run(["g++", "-std=c++20", "-O2", *options, "-c", str(source), "-o", f"{source}.o"], check=True)
    subprocess.run(["g++", f"{module}.o", f"{host}.o", "-o", str(tmp_path / "host")], check=True)
    assert subprocess.run([str(tmp_path / "host"), "1024"]).returncode == 0
    assert subprocess.run([str(tmp_path / "host"), "1000"], capture_output=True).returncode in (-4, -5)  # SIGILL, SIGTRAP

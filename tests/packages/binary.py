# SPDX-License-Identifier: Apache-2.0
"""Checks of the program itself: its requirements on the system, its hardening, its size."""
import json
import re

from report import run

# Every distribution with glibc has these.
MAY_STAY = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2"}
GLIBC = (2, 34)
MEGABYTES = 10.0 # above this the growth needs a reason (packaging/README.md)
FLAGS = ["-D_FORTIFY_SOURCE=3", "-fstack-protector-strong", "-fstack-clash-protection", "-fPIE"]
FLAGS_X86 = ["-fcf-protection=full"]


def check(table, binary, build, source):
    """BUILD is the build folder, SOURCE the folder of the repository."""
    dynamic = run("readelf", "-dW", binary)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)
    table.row(set(needed) <= MAY_STAY and needed, "shared libraries", " ".join(needed))
    check_glibc(table, binary)
    check_elf(table, binary, dynamic)
    check_flags(table, build)
    size = binary.stat().st_size / 1e6
    table.row(size < MEGABYTES, "size, stripped, below %.1f MB" % MEGABYTES, "%.2f MB" % size)
    table.row(".symtab" not in run("readelf", "-SW", binary), "no symbols but the loader's")
    content = binary.read_bytes()
    paths = [str(source), str(build)]
    table.row(not any(path.encode() in content for path in paths), "no path of the build in it", "looked for " + ", ".join(paths))


def check_glibc(table, binary):
    found = {}
    for version, symbol in re.findall(r"\(?GLIBC_([0-9.]+)\)?\s+(\S+)$", run("objdump", "-T", binary), re.M):
        found.setdefault(tuple(map(int, version.split("."))), []).append(symbol)
    newest = max(found)
    figure = "%s, by %s" % (".".join(map(str, newest)), " ".join(sorted(found[newest])))
    table.row(newest <= GLIBC, "highest glibc version, at most %d.%d" % GLIBC, figure)


def check_elf(table, binary, dynamic):
    header, segments = run("readelf", "-hW", binary), run("readelf", "-lW", binary)
    table.row("DYN (Position-Independent Executable" in header, "position-independent")
    table.row("BIND_NOW" in dynamic and "GNU_RELRO" in segments, "relocations read-only from the start")
    stack = re.search(r"GNU_STACK.* ([RWE ]{3}) ", segments).group(1)
    table.row("E" not in stack, "no code on the stack", stack)
    loads = re.findall(r"^\s+LOAD(?:\s+0x\S+){5}\s+([RWE ]{3})", segments, re.M)
    apart = loads and not any("W" in load and "E" in load for load in loads) and loads[0].strip() == "R"
    table.row(apart, "code mapped apart from data", " | ".join(load.strip() for load in loads))
    imports = set(re.findall(r"\s(\S+)$", run("objdump", "-T", binary), re.M))
    checked = sorted(name for name in imports if re.fullmatch(r"__\w+_chk", name))
    table.row(checked, "calls that _FORTIFY_SOURCE checks", " ".join(checked))
    table.row("__stack_chk_fail" in imports, "stack protector")
    table.row(b"__n < this->size()" in binary.read_bytes(), "assertions of the standard library")


def check_flags(table, build):
    """Every file has the compiler flags, not only some."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    x86 = "X86-64" in run("readelf", "-hW", build / "src/kubectl-gang")
    lacking = {flag: [row["file"] for row in commands if flag not in row["command"].split()]
               for flag in FLAGS + (FLAGS_X86 if x86 else [])}
    # Only the engine's sweeps omit assertions (its CMakeLists.txt gives the reason); in a command the last option wins.
    words = {row["file"]: [word for word in row["command"].split() if word.endswith("_GLIBCXX_ASSERTIONS")] for row in commands}
    unchecked = [file for file, said in words.items() if not said or said[-1] != "-D_GLIBCXX_ASSERTIONS"]
    lacking["-D_GLIBCXX_ASSERTIONS"] = [file for file in unchecked if "/src/engine/" not in file or "/verify/" in file]
    lacking = {flag: files[:3] for flag, files in lacking.items() if files}
    table.row(not lacking and commands, "flags of all files", str(lacking) if lacking else "%d files" % len(commands))
    if x86:
        # The whole program would have the property only if glibc's start files and all archives had it; Debian's do not.
        notes = run("readelf", "-nW", build / "src/util/libgang_util.a")
        table.row("IBT, SHSTK" in notes, "our objects have the CET property")

# SPDX-License-Identifier: Apache-2.0
"""Runs every command of README.md, as a user types it with nothing but the package or the archive.

It finds a command by its line; a new command in README.md that is missing here is a failure. If the page shows an output, the
command must print exactly that, byte for byte; a line `...` matches any number of lines, as in tests/stories.py.
"""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[2]
# Commands that cannot run in a root without a clone, a cluster or other distributions' tools, with the reason.
ELSEWHERE = {
    "examples/run.sh": "builds from a clone",
    "tests/run.sh": "builds from a clone",
    "cmake --preset release && cmake --build --preset release": "builds from a clone",
    "cmake --install build/release --prefix ~/.local": "builds from a clone",
    "sudo apt install": "another check installs the .deb",
    "sudo dnf install": "the .rpm has checks of its own",
    "kubectl krew install": "krew's rules have a check of their own",
    "tar -xzf": "another check unpacks the archive",
    "sudo install": "another check unpacks the archive",
    "cd /usr/share/doc/kubectl-gang": "these commands run there",
    "kubectl get nodes": "needs a cluster",
    "kubectl get podgroups": "needs a cluster",
}
# Commands to run, with the files that the page gives a reader, and the exit status that its text leads one to expect.
CLUSTER = "cp /tmp/gang-files/cluster.json . && mkdir -p jobs && cp /tmp/gang-files/job.yaml jobs/ && "
RUN = {
    "kubectl gang snapshot -o small.json.zst --from cluster.json": 0,
    "kubectl gang explain train -n ml --from cluster.json -o custom-columns=NAME:.name,PLACED:.members.placed,ANSWER:.status.verdict": 1,
    "kubectl gang lint -f jobs/ -R --from cluster.json -o sarif > gangs.sarif": 0,
    # There is no cluster: the program must report that.
    "kubectl gang bind -A": 2,
    "kubectl gang bind -A --yes": 2,
}


def commands(text):
    """[(command, shown output or None, shown status or None)]"""
    found, fenced = [], False
    text = re.sub(r"^```yaml\n.*?^```$", "", text, flags=re.S | re.M)  # parts of examples/ci: tests/ci_steps.py
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced and line.strip() == "$ echo $?":
            found[-1][2] = ""
        elif fenced and line.startswith("$ "):
            found.append([line[2:], "", None])
        elif fenced and found and found[-1][2] == "":
            found[-1][2] = line
        elif fenced and found:
            found[-1][1] += line + "\n"
        elif not fenced and re.match(r"    \S", line) and not line.strip().startswith("#"):
            found.append([re.sub(r" {2,}# .*", "", line.strip()), None, None])
    return found


def text_of(folder):
    """README.md and docs/ of a package, an archive or the tree."""
    return "\n".join(path.read_text(encoding="utf-8") for path in [folder / "README.md", *sorted((folder / "docs").glob("*.md"))])


def is_known(command, answer):
    return answer is not None or command in RUN or any(command.startswith(known) for known in ELSEWHERE)


def is_shown(answer, out):
    return re.fullmatch("".join(r"(?:.*\n)*" if line == "...\n" else re.escape(line) for line in answer.splitlines(True)), out) is not None


def check(table, root, name, folder, prelude=""):
    """Runs the commands in ROOT, whose FOLDER contains README.md and examples. PRELUDE precedes each command."""
    root.copy(FOLDER / "examples/00-tour/cluster.json", "/tmp/gang-files/cluster.json")
    root.copy(FOLDER / "examples/00-tour/job.yaml", "/tmp/gang-files/job.yaml")
    top = root.folder / folder.lstrip("/")
    shown = told = 0
    for command, answer, status in commands(text_of(top)):
        if answer is not None:
            ran = root.shell(prelude + command, folder)
            shown += 1
            good = is_shown(answer, ran.stdout) and ran.stderr == "" and str(ran.returncode) in ([status] if status else ["0", "1"])
            table.row(good, "%s: %s" % (name, command[:60]), "the answer that README.md shows" if good else ran.stdout + ran.stderr)
        elif command in RUN:
            ran = root.shell(CLUSTER + prelude + command, "/root")
            told += 1
            said = (ran.stderr or ran.stdout).strip().split("\n")[-1]
            table.row(ran.returncode == RUN[command], "%s: %s" % (name, command[:60]), "status %d %s" % (ran.returncode, said[:200]))
        elif not is_known(command, answer):
            table.row(False, "%s: %s" % (name, command), "tests/packages/readme.py does not know this command of README.md")
    table.row(shown >= 2 and told == len(RUN), "%s: README.md has all commands" % name, "%d + %d" % (shown, told))
    check_others(table, root, name, prelude)


def check_others(table, root, name, prelude):
    """Commands that README.md mentions in passing."""
    for command in ["kubectl gang options", "kubectl gang snapshot --help", "kubectl gang version", "kubectl gang completion bash",
                    "kubectl gang dry-run --help"]:
        ran = root.shell(prelude + command)
        table.row(ran.returncode == 0 and ran.stdout, "%s: %s" % (name, command), "%d lines" % ran.stdout.count("\n"))


if __name__ == "__main__":  # without a package: only whether each command is known here
    unknown = [command for command, answer, _ in commands(text_of(FOLDER)) if not is_known(command, answer)]
    for command in unknown:
        print("tests/packages/readme.py does not know this command: " + command)
    sys.exit(1 if unknown else 0)

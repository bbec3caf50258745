#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Presses TAB in real shells: bash, zsh and fish, each in a terminal of its own.

    shells_check.py PATH/TO/kubectl-gang

It skips a missing shell with a message.
"""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(__file__).resolve().parent / "data"
BINARY = os.path.abspath(sys.argv[1])
TAB, LINE_START, LINE_END = "\t", "\x01", "\x05"

# Typed text, and the line after TAB.
CASES = [
    ("kubectl-gang expl", "kubectl-gang explain"),
    ("kubectl-gang -n ml qu", "kubectl-gang -n ml queue"),
    ("kubectl-gang explain --outp", "kubectl-gang explain --output"),
    ("kubectl-gang explain --output=js", "kubectl-gang explain --output=json"),
    ("kubectl-gang explain -o ya", "kubectl-gang explain -o yaml"),
    ("kubectl-gang queue --order=cr", "kubectl-gang queue --order=created"),
    ("kubectl-gang completion fi", "kubectl-gang completion fish"),
    ("kubectl-gang explain --from clus", "kubectl-gang explain --from cluster.json"),
    ("kubectl-gang explain --from=clus", "kubectl-gang explain --from=cluster.json"),
    ("kubectl-gang explain --from ~/clus", "kubectl-gang explain --from ~/cluster.json"),
    ("kubectl-gang dry-run -f jo", "kubectl-gang dry-run -f job.yaml"),
    ("kubectl-gang explain --from cluster.json -n m", "kubectl-gang explain --from cluster.json -n ml"),
    ("kubectl-gang explain --from ~/cluster.json -n ml tr", "kubectl-gang explain --from ~/cluster.json -n ml train"),
    ("kubectl-gang explain --from=cluster.json -n=m", "kubectl-gang explain --from=cluster.json -n=ml"),
    ("kubectl-gang explain --from 'cluster.json' ml/t", "kubectl-gang explain --from 'cluster.json' ml/train"),
]


def start_bash():
    return ["bash", "--norc", "--noprofile", "-i"], "PS1='$ '; source %s" % (ROOT / "completions/kubectl-gang.bash")


def start_zsh():
    # zsh finds an installed script the same way: in a folder of fpath, by compinit.
    return ["zsh", "-f", "-i"], ("PS1='$ '; unsetopt beep zle_bracketed_paste; bindkey -e; fpath=(%s $fpath); "
                                 "autoload -Uz compinit; compinit -D -u" % (ROOT / "completions"))


def start_fish():
    return ["fish", "--no-config", "-i"], ("function fish_prompt; echo '$ '; end; set -g fish_autosuggestion_enabled 0; "
                                           "source %s" % (ROOT / "completions/kubectl-gang.fish"))


def read_until(terminal, pattern, seconds=60):
    """Output of the terminal up to a match of `pattern`, or up to a pause of `seconds`."""
    shown, stop = "", time.monotonic() + seconds
    while not re.search(pattern, shown):
        ready, _, _ = select.select([terminal], [], [], max(0, stop - time.monotonic()))
        if not ready:
            break
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux: the shell has ended
            break
        if not piece:
            break
        shown += piece.decode("utf-8", "replace")
    return shown


def press_tab(command, prepare, folder):
    """Runs the cases in one shell; returns the completed lines."""
    environment = {"HOME": folder, "PATH": "%s:%s" % (folder, os.environ["PATH"]), "TERM": "dumb", "LANG": "C.UTF-8",
                   "COLUMNS": "400", "LINES": "50", "ASAN_OPTIONS": "detect_leaks=0"}
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe(command[0], command, environment)
    lines = []
    try:
        os.write(terminal, (prepare + "; stty cols 400; echo rea''dy\n").encode())
        read_until(terminal, r"(?m)^ready")
        for number, (typed, _) in enumerate(CASES):
            # Prints the completed line instead of running it: its arguments would lose the quotes.
            mark = "<%d>" % number
            os.write(terminal, (typed + TAB + LINE_START + "echo \"" + mark + LINE_END + mark + "\"\n").encode())
            shown = read_until(terminal, r"(?m)^%s(.*)%s" % (mark, mark))
            found = re.search(r"(?m)^%s(.*)%s" % (mark, mark), shown)
            lines.append(found.group(1).strip() if found else "no answer: %r" % shown[-300:])
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    return lines


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(DATA / "blocked.yaml", os.path.join(folder, "cluster.json"))
        shutil.copy(DATA / "job.yaml", os.path.join(folder, "job.yaml"))
        pathlib.Path(folder, "job.txt").touch()
        os.symlink(BINARY, os.path.join(folder, "kubectl-gang"))
        for name, start in [("bash", start_bash), ("zsh", start_zsh), ("fish", start_fish)]:
            if not shutil.which(name):
                print("skipped %s: not installed" % name)
                continue
            for (typed, expected), became in zip(CASES, press_tab(*start(), folder)):
                if became != expected:
                    print("%s: %r became %r, not %r" % (name, typed, became, expected))
                    failed = True
    return failed


sys.exit(main())

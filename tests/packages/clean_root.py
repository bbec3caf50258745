# SPDX-License-Identifier: Apache-2.0
"""A root folder of a distribution without any trace of the project. debootstrap creates it from the mirror of this machine's
apt."""
import pathlib
import re
import shutil
import subprocess

from report import run, shortened, tried


def mirror():
    """(address, suite) of this machine's own release; None if apt does not name it."""
    facts = pathlib.Path("/etc/os-release").read_text(encoding="utf-8")
    suite = re.search(r"^VERSION_CODENAME=(\w+)", facts, re.M)
    found = re.findall(r"\| (\S+) (\S+)/main \S+ Packages", run("apt-cache", "madison", "libc6"))
    for address, name in found:
        if suite and name == suite.group(1):
            return address, name
    return None


class Root:
    """A folder to chroot into. Like debootstrap it needs root."""

    def __init__(self, folder, suite, address, packages=()):
        self.folder = folder
        command = ["debootstrap", "--variant=minbase"]
        if packages:
            command.append("--include=" + ",".join(packages))
        run(*command, suite, folder, address)
        for name in ["resolv.conf", "hosts"]:
            if pathlib.Path("/etc", name).exists():
                shutil.copy("/etc/" + name, folder / "etc" / name)

    def copy(self, path, name):
        target = self.folder / name.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)

    def shell(self, script, folder="/", text=True):
        """Runs the script in bash with the environment of a new user; returns returncode, stdout, stderr."""
        return subprocess.run(["env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "TERM=dumb",
                               "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "chroot", str(self.folder), "bash", "-c",
                               "cd %s && %s" % (folder, script)], capture_output=True, text=text, timeout=600)

    def must(self, script):
        ran = self.shell(script)
        if ran.returncode:
            raise RuntimeError("%s: %s" % (script, shortened(ran.stdout + ran.stderr, 2000)))
        return ran.stdout


def files(root):
    """All files except the internal ones of apt, dpkg, ldconfig and man-db, and the user's."""
    kept = re.compile(r"^(var/(lib/(dpkg|apt)|cache|log)|etc/ld\.so\.cache|root|tmp|proc|sys|dev|run)(/|$)")
    return {str(path.relative_to(root.folder)) for path in root.folder.rglob("*")
            if not kept.match(str(path.relative_to(root.folder)))}


def check_installed(table, root, deb, version):
    """Installs the package without its recommended packages and uses it."""
    root.must("apt-get update -q && apt-get install -q -y --no-install-recommends man-db zsh bash-completion")
    before = files(root)
    root.copy(deb, "/tmp/" + deb.name)
    root.must("apt-get install -q -y --no-install-recommends /tmp/" + deb.name)
    ran = root.shell("kubectl-gang version")
    table.row(ran.returncode == 0 and version in ran.stdout, "clean root: runs", shortened(ran.stdout + ran.stderr))
    page = root.shell("MANPAGER=cat man kubectl-gang-explain | head -n 8")
    table.row("kubectl-gang-explain - " in page.stdout, "clean root: man kubectl-gang-explain", shortened(page.stdout + page.stderr, 120))
    live = root.shell("kubectl-gang explain -A --server http://127.0.0.1:1")
    table.row(live.returncode == 2 and "libcurl" in live.stderr, "clean root: a cluster, without libcurl", shortened(live.stderr))
    shells = root.shell("""bash -c 'source /usr/share/bash-completion/bash_completion; _completion_loader kubectl-gang; complete -p kubectl-gang' &&
        zsh -c 'autoload -Uz compinit && compinit -u && print $_comps[kubectl-gang]'""")
    table.row(shells.returncode == 0 and "_kubectl-gang" in shells.stdout, "clean root: shells find the completion", shortened(shells.stdout + shells.stderr))
    root.must("apt-get install -q -y --no-install-recommends libcurl4")
    live = root.shell("kubectl-gang explain -A --server http://127.0.0.1:1 --request-timeout 2s")
    table.row(live.returncode == 2 and "libcurl" not in live.stderr and "127.0.0.1:1" in live.stderr, "clean root: a cluster, with libcurl",
              shortened(live.stderr))
    return before


def check_removed(table, root, before):
    root.must("apt-get purge -q -y kubectl-gang")
    left = sorted(name for name in files(root) - before if "gang" in name)
    table.row(not left, "clean root: purge leaves nothing", " ".join(left[:5]))


def check_other(table, address, work, suite, glibc, binary, story):
    """Another release of the distribution: only the program, and a question about files."""
    try:
        root = Root(work / suite, suite, address, ["libcurl4t64"] if suite == "trixie" else ["libcurl4"])
    except subprocess.CalledProcessError as error:
        table.skip("%s (glibc %s)" % (suite, glibc), "no such release at the mirror: " + shortened(error.stderr + error.stdout, 120))
        return
    root.copy(binary, "/usr/local/bin/kubectl-gang")
    root.copy(story / "cluster.json", "/root/cluster.json")
    ran = root.shell("kubectl-gang explain train -n ml --from /root/cluster.json")
    live = root.shell("kubectl-gang explain -A --server http://127.0.0.1:1 --request-timeout 2s")
    holds = ran.returncode == 1 and "does not fit" in ran.stdout and live.returncode == 2 and "127.0.0.1:1" in live.stderr
    table.row(holds, "runs on %s (glibc %s), with its libcurl" % (suite, glibc), shortened(ran.stdout.split("\n")[0] + ran.stderr + live.stderr))
    shutil.rmtree(root.folder)

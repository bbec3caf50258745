#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a release (packaging/build.sh), and checks all of it from the view of its recipients.

    tests/packages.py [--release FOLDER] [--no-rebuild] [--no-roots] [--spdx-schema FILE]

It prints a table of checks with their figures. Besides checking the files it builds the release a second time, and compares every
byte: from a copy in another folder, with other file dates, another time zone and file mask, without git and without a compiler
cache. It installs, uses and removes the .deb in a clean root of the same distribution. In another root it unpacks the archive and
runs the commands of README.md. It also runs the program on other releases of the distribution, if the mirror has them. --release
uses the existing result of build.sh.
"""
import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER / "tests/packages"))
import binary  # noqa: E402
import clean_root  # noqa: E402
import contents  # noqa: E402
import readme  # noqa: E402
import release  # noqa: E402
from report import Table, run, shortened, tried  # noqa: E402

VERSION = (FOLDER / "VERSION").read_text(encoding="utf-8").strip()
# kubectl's Debian package is old and large; if it is not available, a function replaces it, which finds plugins by name.
STAND_IN = 'kubectl() { local name=$1; shift; "kubectl-$name" "$@"; }; '


def one(folder, pattern):
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise SystemExit("error: %s has %d files %s" % (folder, len(found), pattern))
    return found[0]


def date():
    return os.environ.get("SOURCE_DATE_EPOCH") or run("git", "-C", FOLDER, "log", "-1", "--format=%ct").strip()


def build(source, output, umask=-1, **environment):
    made = subprocess.run([str(source / "packaging/build.sh"), "--output", str(output)], capture_output=True, text=True, umask=umask,
                          env={**os.environ, "SOURCE_DATE_EPOCH": date(), **environment})
    if made.returncode:
        raise SystemExit("error: packaging/build.sh: " + made.stdout + made.stderr)


def rebuild(work):
    """The folder of a release from the same sources in another folder, as files of today."""
    copy = work / "elsewhere/deeper"
    copy.mkdir(parents=True)
    listed = run("git", "-C", FOLDER, "ls-files", "--cached", "--others", "--exclude-standard", "-z")
    for name in filter(None, listed.split("\0")):
        if (FOLDER / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(FOLDER / name, copy / name)
            (copy / name).chmod((FOLDER / name).stat().st_mode & 0o700 | 0o600)
    build(copy, work / "again", 0o077, CCACHE_DISABLE="1", TZ="Asia/Kathmandu", LANG="C", HOME=str(work))
    return work / "again"


def check_rebuild(table, folder, again):
    names = sorted(path.name for path in folder.iterdir())
    other = [name for name in names if not (again / name).is_file() or (again / name).read_bytes() != (folder / name).read_bytes()]
    table.row(not other and len(names) == 7, "built again elsewhere: the same bytes", "differ: %s" % other if other else "%d files" % len(names))


def check_deb_in_root(table, work, deb, address, suite):
    root = clean_root.Root(work / "deb-root", suite, address)
    before = clean_root.check_installed(table, root, deb, VERSION)
    asked = tried("chroot", root.folder, "apt-get", "install", "-q", "-y", "--no-install-recommends", "kubernetes-client")
    prelude = "" if asked.returncode == 0 else STAND_IN
    table.row(True, "clean root: kubectl", "Debian's" if not prelude else "not available; a function replaces it")
    readme.check(table, root, ".deb", "/usr/share/doc/kubectl-gang", prelude)
    clean_root.check_removed(table, root, before)


def check_archive_in_root(table, work, archive, address, suite):
    root = clean_root.Root(work / "archive-root", suite, address, ["libcurl4"])
    root.copy(archive, "/root/" + archive.name)
    root.must("cd /root && tar -xzf %s && install kubectl-gang-*/kubectl-gang /usr/local/bin" % archive.name)
    readme.check(table, root, ".tar.gz", "/root/" + archive.name[:-len(".tar.gz")], STAND_IN)


def check_roots(table, work, deb, archive, program):
    place = clean_root.mirror()
    if os.geteuid() != 0 or place is None:
        table.skip("clean roots", "needs root" if place else "apt names no mirror")
        return
    address, suite = place
    check_deb_in_root(table, work, deb, address, suite)
    check_archive_in_root(table, work, archive, address, suite)
    clean_root.check_other(table, address, work, "trixie", "2.41", program, FOLDER / "examples/00-tour")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", type=pathlib.Path, help="result of packaging/build.sh for this work tree")
    parser.add_argument("--no-rebuild", action="store_true")
    parser.add_argument("--no-roots", action="store_true")
    parser.add_argument("--spdx-schema", type=pathlib.Path, help="the JSON schema of SPDX 2.3, if there is one")
    arguments = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory(prefix="gang-packages-") as name, concurrent.futures.ThreadPoolExecutor(1) as pool:
        work = pathlib.Path(name)
        folder = arguments.release
        if folder is None:
            folder = work / "release"
            build(FOLDER, folder)
        deb, rpm = one(folder, "*.deb"), one(folder, "*.rpm")
        archive, krew = one(folder, "kubectl-gang-%s-linux-*.tar.gz" % VERSION), one(folder, "*-krew-*.tar.gz")
        # The second build takes longest, and waits for nothing.
        rebuilt = None if arguments.no_rebuild else pool.submit(rebuild, work)
        program = contents.check_deb(table, deb, work, VERSION)
        contents.check_rpm(table, rpm, VERSION)
        contents.check_archive(table, archive, VERSION)
        binary.check(table, program, FOLDER / "build/package", FOLDER)
        release.check_krew(table, folder, krew, work)
        release.check_sums(table, folder)
        release.check_sbom(table, one(folder, "*.spdx.json"), program, arguments.spdx_schema)
        release.check_licences(table, pathlib.Path("/usr/share/doc"), program.parents[1] / "share/doc/kubectl-gang/copyright")
        if not arguments.no_roots:
            check_roots(table, work, deb, archive, program)
        if rebuilt:
            check_rebuild(table, folder, rebuilt.result())
    return table.close()


sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Checks of the three packages: their content, their dependencies, and the results of lintian and mandoc."""
import gzip
import pathlib
import re
import tarfile

from binary import MAY_STAY
from report import run, shortened, tried

FOLDER = pathlib.Path(__file__).resolve().parents[2]
# Relative to the prefix of an installation; other files differ between packages.
EVERYWHERE = ["bin/kubectl-gang", "bin/kubectl_complete-gang", "share/bash-completion/completions/kubectl-gang",
              "share/fish/vendor_completions.d/kubectl-gang.fish", "share/doc/kubectl-gang/README.md",
              "share/doc/kubectl-gang/NOTICE", "share/doc/kubectl-gang/docs/ci.md", "share/doc/kubectl-gang/examples/00-tour/cluster.json",
              "share/kubectl-gang/schemas/explanation.json"]
ARCHIVE = ["kubectl-gang", "LICENSE", "NOTICE", "README.md", "CHANGELOG.md", "GLOSSARY.md", "SECURITY.md", "docs", "man", "completions", "schemas", "examples"]


def pages():
    return sorted(page.name for page in (FOLDER / "man").glob("*.[17]"))


def check_deb(table, deb, work, version):
    fields = dict(re.findall(r"^ ([\w-]+): (.*)$", run("dpkg-deb", "-I", deb), re.M))
    depends = {entry.split()[0] for entry in fields["Depends"].split(", ")}
    table.row(depends == {"libc6", "libgcc-s1"}, ".deb: Depends", fields["Depends"])
    table.row(fields["Recommends"] == "libcurl4 (>= 7.80)" and "kubectl" in fields["Suggests"], ".deb: Recommends, Suggests",
              "%s; %s" % (fields["Recommends"], fields["Suggests"]))
    table.row(fields["Version"].split("-")[0] == version, ".deb: Version", fields["Version"])
    root = work / "deb"
    run("dpkg-deb", "-x", deb, root)
    usr = root / "usr"
    expected = EVERYWHERE + ["share/zsh/vendor-completions/_kubectl-gang", "share/doc/kubectl-gang/copyright",
                             "share/doc/kubectl-gang/changelog.Debian.gz"]
    expected += ["share/man/man%s/%s.gz" % (page[-1], page) for page in pages()]
    missing = [name for name in expected if not (usr / name).is_file()]
    table.row(not missing, ".deb: necessary files", "lacks %s" % missing if missing else "%d files" % len(expected))
    listed = re.findall(r"^\S+ (\S+) ", run("dpkg-deb", "-c", deb), re.M)
    table.row(set(listed) == {"root/root"}, ".deb: root owns everything")
    check_pages(table, usr / "share/man", work)
    said = tried("lintian", "--allow-root", "--fail-on", "error,warning", deb)
    table.row(said.returncode == 0, "lintian", shortened(said.stdout + said.stderr) or "no error, no warning")
    return usr / "bin/kubectl-gang"


def check_pages(table, folder, work):
    said = []
    for page in sorted(folder.glob("man*/*.gz")):
        plain = work / page.stem
        plain.write_bytes(gzip.decompress(page.read_bytes()))
        stamp = page.read_bytes()[4:8]
        linted = tried("mandoc", "-T", "lint", "-W", "warning", plain)
        if linted.returncode or stamp != b"\0\0\0\0":
            said.append(shortened(linted.stdout) or "%s holds a date" % page.name)
    table.row(not said, "mandoc -T lint", "; ".join(said) or "%d pages" % len(pages()))


def check_rpm(table, rpm, version):
    names = {line.split()[0] for line in run("rpm", "-qp", "--dump", rpm).splitlines()}
    expected = ["/usr/" + name for name in EVERYWHERE] + ["/usr/share/zsh/site-functions/_kubectl-gang",
                                                          "/usr/share/licenses/kubectl-gang/LICENSE"]
    expected += ["/usr/share/man/man%s/%s.gz" % (page[-1], page) for page in pages()]
    missing = [name for name in expected if name not in names]
    table.row(not missing, ".rpm: necessary files", "lacks %s" % missing if missing else "%d files" % len(expected))
    shared = {"/usr", "/usr/bin", "/usr/share", "/usr/share/man", "/usr/share/man/man1", "/usr/share/doc"}
    table.row(not names & shared, ".rpm: no shared folder", " ".join(sorted(names & shared)))
    asked = {line.split("(")[0] for line in run("rpm", "-qp", "--requires", rpm).splitlines() if ".so" in line}
    table.row(asked and asked <= MAY_STAY, ".rpm: required libraries", " ".join(sorted(asked)))
    facts = run("rpm", "-qp", "--qf", "%{VERSION} %{BUILDHOST} %{LICENSE}", rpm)
    table.row(facts.startswith(version + " localhost "), ".rpm: version, host of the build, licence", facts)
    weak = run("rpm", "-qp", "--recommends", rpm).strip()
    table.row(weak == "libcurl.so.4()(64bit)", ".rpm: recommends", weak)


def check_archive(table, archive, version):
    top = archive.name[:-len(".tar.gz")]
    with tarfile.open(archive) as tar:
        members = tar.getmembers()
    inside = {member.name.split("/")[1] for member in members if "/" in member.name}
    outside = {member.name.split("/")[0] for member in members} - {top}
    table.row(inside == set(ARCHIVE) and not outside, ".tar.gz: content of its folder", "%s: %s" % (top, " ".join(sorted(inside))))
    table.row(version in top, ".tar.gz: its name", archive.name)
    odd = [member.name for member in members if not (member.isreg() or member.isdir()) or member.uid or member.gid or ".." in member.name]
    table.row(not odd, ".tar.gz: regular files of root", "%d" % len(members) if not odd else str(odd[:3]))
    names = {member.name for member in members}
    missing = [page for page in pages() if "%s/man/%s" % (top, page) not in names]
    table.row(not missing, ".tar.gz: manual pages", str(missing) if missing else "%d" % len(pages()))

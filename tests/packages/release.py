# SPDX-License-Identifier: Apache-2.0
"""Checks of the files beside the packages: krew's archive and manifest, the bill of materials, the checksums."""
import hashlib
import json
import re
import tarfile

import yaml

from report import run, shortened, tried

SUPPORTED = {(system, processor) for system in ("windows", "linux", "darwin") for processor in ("386", "amd64", "arm", "arm64", "ppc64le")}


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def krew_faults(manifest, name, archive):
    """Faults that krew's own validation and installation would reject, by the rules of its source."""
    faults = []
    head, spec = manifest["metadata"], manifest["spec"]
    if manifest["apiVersion"] != "krew.googlecontainertools.github.com/v1alpha2" or manifest["kind"] != "Plugin":
        faults.append("apiVersion or kind")
    if name != head["name"] + ".yaml" or not re.fullmatch(r"[a-z0-9-]+", head["name"]):
        faults.append("the file must be called NAME.yaml")
    if not re.fullmatch(r"v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?", spec["version"]):
        faults.append("version")
    if not spec["shortDescription"] or "\n" in spec["shortDescription"] or len(spec["shortDescription"]) > 58:
        faults.append("shortDescription")
    if not re.match("https://", spec["homepage"]) or not spec["platforms"]:
        faults.append("homepage or platforms")
    taken = set()
    for platform in spec["platforms"]:
        labels = platform["selector"]["matchLabels"]
        fits = {pair for pair in SUPPORTED if labels.get("os", pair[0]) == pair[0] and labels.get("arch", pair[1]) == pair[1]}
        if not labels or set(labels) - {"os", "arch"} or not fits or fits & taken:
            faults.append("selector %s" % labels)
        taken |= fits
        if not platform["uri"].endswith("/" + archive.name) or platform["sha256"] != sha256(archive):
            faults.append("uri or sha256")
        if any(not row.get("from") or not row.get("to") or ".." in row["to"] for row in platform["files"]):
            faults.append("files")
    return faults + archive_faults(spec["platforms"][0], archive)


def archive_faults(platform, archive):
    faults = []
    if archive.read_bytes()[:2] != b"\x1f\x8b":
        faults.append("no gzip")
    with tarfile.open(archive) as tar:
        members = {member.name: member for member in tar.getmembers()}
    faults += ["%s is no regular file or folder" % name for name, member in members.items() if not (member.isreg() or member.isdir())]
    faults += ["bad name %s" % name for name in members if ".." in name or name[0] in "/\\"]
    copied = {row["from"] for row in platform["files"]}
    if platform["bin"] not in copied & set(members) or not members[platform["bin"]].mode & 0o111:
        faults.append("bin is missing or not executable")
    if not any(re.fullmatch(r"(?i)(license|licenses|copying)(\.txt|\.md)?", name) for name in copied & set(members)):
        faults.append("no licence")
    return faults


def check_krew(table, folder, archive, work):
    path = folder / "gang.yaml"
    manifest = yaml.safe_load(path.read_text(encoding="utf-8"))
    faults = krew_faults(manifest, path.name, archive)
    table.row(not faults, "krew: the manifest and its archive", "; ".join(faults) or manifest["spec"]["platforms"][0]["uri"])
    # The same layout as krew's: a versioned folder, and a symbolic link to the program in a folder of PATH.
    store = work / "krew"
    store.mkdir()
    with tarfile.open(archive) as tar:
        tar.extractall(store)
    link = work / "kubectl-gang"
    link.symlink_to(store / manifest["spec"]["platforms"][0]["bin"])
    ran = tried(link, "version")
    table.row(ran.returncode == 0 and manifest["spec"]["version"][1:] in ran.stdout, "krew: runs by its link", shortened(ran.stdout + ran.stderr))


def check_sums(table, folder):
    said = tried("sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS", cwd=folder)
    listed = {line.split()[1] for line in (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()}
    there = {path.name for path in folder.iterdir()} - {"SHA256SUMS"}
    table.row(said.returncode == 0 and listed == there, "SHA256SUMS", shortened(said.stdout + said.stderr) or "%d files" % len(listed))


# Fields that SPDX 2.3 requires of a package, a file and a document. --spdx-schema adds a check by schema.
DOCUMENT = ["spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages", "relationships"]
PACKAGE = ["SPDXID", "name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText", "versionInfo"]
KINDS = {"DESCRIBES", "CONTAINS", "STATIC_LINK", "DYNAMIC_LINK", "BUILD_DEPENDENCY_OF", "BUILD_TOOL_OF"}
LINKED_IN = {"simdjson", "libyaml-cpp-dev", "libzstd-dev", "zlib1g-dev", "libfmt-dev", "libcli11-dev", "libstdc++-12-dev", "libgcc-12-dev"}
LICENCES = {"Apache-2.0", "BSD-3-Clause", "MIT", "Zlib", "GPL-2.0-only", "GPL-3.0-or-later", "GCC-exception-3.1", "LGPL-2.1-or-later",
            "curl", "NOASSERTION"}


def sbom_faults(bill, binary):
    faults = ["no " + key for key in DOCUMENT if key not in bill]
    if bill["spdxVersion"] != "SPDX-2.3" or bill["dataLicense"] != "CC0-1.0" or bill["SPDXID"] != "SPDXRef-DOCUMENT":
        faults.append("head")
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill["creationInfo"]["created"]):
        faults.append("created")
    faults += ["%s of %s" % (key, row.get("name")) for row in bill["packages"] for key in PACKAGE if not row.get(key)]
    ids = [row["SPDXID"] for row in bill["packages"] + bill["files"]] + [bill["SPDXID"]]
    faults += ["bad name " + name for name in ids if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) or ids.count(name) > 1]
    for row in bill["relationships"]:
        if row["spdxElementId"] not in ids or row["relatedSpdxElement"] not in ids or row["relationshipType"] not in KINDS:
            faults.append("relationship %s" % row)
    for row in bill["packages"]:
        words = set(re.findall(r"[\w.-]+", row["licenseConcluded"])) - {"AND", "OR", "WITH"}
        faults += ["licence %s of %s" % (word, row["name"]) for word in words - LICENCES]
    sums = {row["algorithm"]: row["checksumValue"] for row in bill["files"][0]["checksums"]}
    if sums.get("SHA256") != sha256(binary) or "SHA1" not in sums:
        faults.append("the checksum of the program differs")
    return faults


def related(bill, kind):
    names = {row["SPDXID"]: row.get("name") or row["fileName"] for row in bill["packages"] + bill["files"]}
    return {names[row["relatedSpdxElement"]] for row in bill["relationships"] if row["relationshipType"] == kind}


def check_sbom(table, path, binary, schema):
    bill = json.loads(path.read_text(encoding="utf-8"))
    faults = sbom_faults(bill, binary)
    table.row(not faults, "SPDX: structure", "; ".join(faults[:4]) or "%d packages" % len(bill["packages"]))
    linked, loaded = related(bill, "STATIC_LINK"), related(bill, "DYNAMIC_LINK")
    table.row(linked == LINKED_IN, "SPDX: static libraries", " ".join(sorted(linked)))
    table.row(loaded == {"libc6", "libgcc-s1"}, "SPDX: shared libraries", " ".join(sorted(loaded)))
    if schema:
        import jsonschema
        wrong = [error.message for error in jsonschema.Draft7Validator(json.loads(schema.read_text(encoding="utf-8"))).iter_errors(bill)]
        table.row(not wrong, "SPDX: the schema of 2.3", "; ".join(wrong[:3]))


def check_licences(table, folder, copyright_file):
    """Our own file must name the authors of each linked library, as Debian's copyright files do."""
    ours = " ".join(copyright_file.read_text(encoding="utf-8").split())
    missing = []
    for package in ["libfmt-dev", "libsimdjson-dev", "libyaml-cpp-dev", "libzstd-dev", "zlib1g-dev", "libcli11-dev"]:
        text = (folder / package / "copyright").read_text(encoding="utf-8")
        holders = re.search(r"^Files: \*\nCopyright:(.*?)^License:", text, re.S | re.M).group(1)
        missing += ["%s: %s" % (package, line.strip()) for line in holders.splitlines()
                    if line.strip() and " ".join(line.split()) not in re.sub(r",(?= \d)", "", ours)]
    table.row(not missing, "copyright: authors of the static libraries", "; ".join(missing))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the bill of materials of a built package as SPDX 2.3 JSON.

    sbom.py --build build/package --version 0.1.0 --homepage URL

The script finds the parts of the program: the linker's map names the linked archives, ninja the headers that the
compiler read, readelf the libraries that the loader needs, and dpkg the package and version of each. Only the licences
are listed here; a linked library without a row in LICENCES is an error. The date is SOURCE_DATE_EPOCH, so that the
same build gives the same bytes.
"""
import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess

# Debian's source package -> its licence, and True if its headers bring its code into the program.
LICENCES = {
    "cli11": ("BSD-3-Clause", True),
    "fmtlib": ("MIT", True),
    "simdjson": ("Apache-2.0 AND BSD-3-Clause AND MIT", False),
    "yaml-cpp": ("MIT", False),
    "zlib": ("Zlib", False),
    "libzstd": ("BSD-3-Clause OR GPL-2.0-only", False),
    "gcc-12": ("GPL-3.0-or-later WITH GCC-exception-3.1", False),
    "glibc": ("LGPL-2.1-or-later", False),
    "curl": ("curl", False),
}
CONCLUDED = "Apache-2.0 AND BSD-3-Clause AND MIT AND Zlib AND GPL-3.0-or-later WITH GCC-exception-3.1"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def owners(paths):
    """The packages that own the files, by dpkg; leaves out files without a package."""
    names = set()
    for path in paths:
        real = os.path.realpath(path)
        names |= {path, real, re.sub("^/usr/lib", "/lib", real)} # dpkg may know /lib or /usr/lib
    if not names:
        return set()
    asked = subprocess.run(["dpkg", "-S", *sorted(names)], capture_output=True, text=True) # exits with an error if one file is unknown
    return {line.split(": ")[0].split(", ")[0].split(":")[0] for line in asked.stdout.splitlines() if not line.startswith("diversion ")}


def archives(build):
    """The archives with linked members, from the linker's map."""
    text = (build / "kubectl-gang.map").read_text(encoding="utf-8", errors="replace")
    section = re.search(r"^Archive member included.*?\n\n(.*?)\n\n", text, re.S | re.M).group(1)
    return {os.path.normpath(build / name) for name in re.findall(r"^(\S+\.a)\(", section, re.M)}


def headers(build):
    """The system headers that the compiler read."""
    lines = run("ninja", "-C", str(build), "-t", "deps").splitlines()
    read = {os.path.normpath(line.strip()) for line in lines if line.startswith("    ")}
    return {path for path in read if path.startswith("/usr/")}


def needed(binary):
    """The files that the loader uses for the program's NEEDED libraries."""
    names = re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", str(binary)))
    places = dict(re.findall(r"^\s*(\S+) => (\S+)", run("ldd", str(binary)), re.M))
    loaders = re.findall(r"^\s*(/\S+) \(", run("ldd", str(binary)), re.M)
    return {places.get(name) or next(path for path in loaders if path.endswith(name)) for name in names}


def distribution():
    lines = pathlib.Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    facts = dict(line.split("=", 1) for line in lines if "=" in line)
    return "%s-%s" % (facts["ID"], facts["VERSION_ID"].strip('"'))


def package(name):
    """The SPDX package of an installed Debian package."""
    fields = run("dpkg-query", "-W", "-f", "${Package}\t${Version}\t${Architecture}\t${source:Package}\t${source:Version}", name)
    binary, version, architecture, source, source_version = fields.split("\n")[0].split("\t")
    licence = LICENCES.get(source, ("NOASSERTION", False))[0]
    return {
        "SPDXID": "SPDXRef-Package-" + re.sub("[^A-Za-z0-9.-]", "-", binary),
        "name": binary,
        "versionInfo": version,
        "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "sourceInfo": "built from Debian's source package %s %s" % (source, source_version),
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": "pkg:deb/debian/%s@%s?arch=%s&distro=%s"
            % (binary.replace("+", "%2B"), version.replace("+", "%2B").replace(":", "%3A"), architecture, distribution()),
        }],
    }


def source_of(name):
    return run("dpkg-query", "-W", "-f", "${source:Package}", name)


def simdjson(build):
    """The SPDX package of simdjson. The build compiles it from the source package, so dpkg has no binary package of it."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    folder = pathlib.Path(re.search(r"^KUBECTL_GANG_SIMDJSON_SOURCE:\w+=(.*)$", cache, re.M).group(1))
    version = (folder / "version").read_text(encoding="utf-8").strip()
    licence = LICENCES["simdjson"][0]
    return {
        "SPDXID": "SPDXRef-Package-simdjson",
        "name": "simdjson",
        "versionInfo": version,
        "supplier": "Organization: Debian",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "sourceInfo": "singleheader/simdjson.cpp of Debian's source package, sha256 " + digest(folder / "simdjson.cpp", "sha256"),
        "externalRefs": [{
            "referenceCategory": "PACKAGE-MANAGER",
            "referenceType": "purl",
            "referenceLocator": "pkg:deb/debian/simdjson@%s?arch=source&distro=%s" % (version, distribution()),
        }],
    }


def digest(path, algorithm):
    return hashlib.new(algorithm, path.read_bytes()).hexdigest()


def materials(build, binary):
    """[(package, its relation to the program)], each package once, with its closest relation."""
    own = str(build) + os.sep
    linked = archives(build)
    if not any(os.path.basename(path) == "libgang_simdjson.a" for path in linked):
        raise SystemExit("error: the linker's map does not name libgang_simdjson.a")
    relations = {}
    for name in owners(path for path in linked if not path.startswith(own)):
        # glibc's archives contribute only start-up code; the library itself is dynamic.
        relations[name] = "BUILD_DEPENDENCY_OF" if source_of(name) == "glibc" else "STATIC_LINK"
        if source_of(name) not in LICENCES:
            raise SystemExit("error: %s is linked in, and packaging/sbom.py does not know its licence" % name)
    for name in owners(needed(binary)):
        relations.setdefault(name, "DYNAMIC_LINK")
    for name in owners(headers(build)):
        in_headers = LICENCES.get(source_of(name), ("", False))[1]
        relations.setdefault(name, "STATIC_LINK" if in_headers else "BUILD_DEPENDENCY_OF")
    for name in owners(shutil.which(tool) for tool in ["c++", "cmake", "ninja", "ld"]):
        relations.setdefault(name, "BUILD_TOOL_OF")
    found = [(package(name), relation) for name, relation in relations.items()]
    return sorted(found + [(simdjson(build), "STATIC_LINK")], key=lambda row: row[0]["SPDXID"])


def document(arguments):
    build = arguments.build.resolve()
    binary = build / "src" / "kubectl-gang"
    sha256 = digest(binary, "sha256")
    found = materials(build, binary)
    program, file = "SPDXRef-Package-kubectl-gang", "SPDXRef-File-kubectl-gang"
    relationships = [("SPDXRef-DOCUMENT", "DESCRIBES", program), (program, "CONTAINS", file)]
    for row, relation in found:
        if relation.endswith("_OF"):
            relationships.append((row["SPDXID"], relation, program))
        else:
            relationships.append((program, relation, row["SPDXID"]))
    date = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": "kubectl-gang-" + arguments.version,
        "documentNamespace": "%s/spdx/kubectl-gang-%s-%s" % (arguments.homepage, arguments.version, sha256),
        "creationInfo": {
            "created": date.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: kubectl gang developers", "Tool: packaging-sbom.py-" + arguments.version],
        },
        "packages": [{
            "SPDXID": program,
            "name": "kubectl-gang",
            "versionInfo": arguments.version,
            "supplier": "Organization: kubectl gang developers",
            "downloadLocation": "NOASSERTION",
            "homepage": arguments.homepage,
            "filesAnalyzed": False,
            "licenseConcluded": CONCLUDED,
            "licenseDeclared": "Apache-2.0",
            "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": "APPLICATION",
        }] + [row for row, _ in found],
        "files": [{
            "SPDXID": file,
            "fileName": "./kubectl-gang",
            "fileTypes": ["BINARY"],
            "checksums": [{"algorithm": "SHA1", "checksumValue": digest(binary, "sha1")},
                          {"algorithm": "SHA256", "checksumValue": sha256}],
            "licenseConcluded": CONCLUDED,
            "licenseInfoInFiles": ["NOASSERTION"],
            "copyrightText": "NOASSERTION",
        }],
        "relationships": [{"spdxElementId": left, "relationshipType": kind, "relatedSpdxElement": right}
                          for left, kind, right in relationships],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--homepage", required=True)
    print(json.dumps(document(parser.parse_args()), indent=2, ensure_ascii=False))


main()

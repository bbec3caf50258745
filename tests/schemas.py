#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the JSON Schemas and the structured output agree.

The expected outputs of tests/report/golden must be valid as JSON and as YAML, and have the same value in both; the expected
snapshots must be valid as JSON. Together they use every field of the schemas, except those of later work. The schemas must reject
any additional field, null, or word outside of a list, except in a snapshot's objects, which are Kubernetes' own. Exit status:
0 success, 1 failure, 77 python3-jsonschema or python3-yaml is missing.
"""
import copy
import pathlib
import sys

import validate_schema

TESTS = pathlib.Path(__file__).resolve().parent
GOLDEN = TESTS / "report" / "golden"
STORY = TESTS.parent / "examples" / "17-snapshot" / "expected"
SNAPSHOTS = [TESTS / "data" / "snapshot.json", STORY / "snapshot.out", STORY / "anonymized.out"]

# Fields of the contract without any output yet.
PLANNED = {"approximates", "layers", "fixes", "cost", "summary", "changes", "scores"}


def places(value, path=()):
    """Each object in `value` with the path to it."""
    if isinstance(value, dict):
        yield path, value
        for key, child in value.items():
            yield from places(child, path + (key,))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from places(child, path + (index,))


def at(value, path):
    for step in path:
        value = value[step]
    return value


def fields_of(schema):
    """The names of all fields in `schema`."""
    if isinstance(schema, dict):
        for key, child in schema.items():
            if key == "properties" and all(isinstance(c, (dict, bool)) for c in child.values()):
                yield from child
            yield from fields_of(child)
    elif isinstance(schema, list):
        for child in schema:
            yield from fields_of(child)


def spoiled(value):
    """Copies of `value` with one fault each, with the name of the fault."""
    for path, node in places(value):
        if path and (path[-1] in ("requests", "minResources", "minTaskMember", "evidence") or path[0] == "items"):
            continue  # maps by the name of a resource or task; objects of Kubernetes
        for key in [None] + list(node):
            copied = copy.deepcopy(value)
            if key is None:
                at(copied, path)["surprise"] = 1
            else:
                at(copied, path)[key] = None
            yield "%s/%s" % ("/".join(map(str, path)), key or "surprise"), copied
    for path, node in places(value):
        if path and path[0] == "items":
            continue
        for key in ("verdict", "code", "stage", "outcome", "result", "kind", "answer", "method"):
            is_of_object = path[-1:] == ("source",) or ("changes" in path and path[-1:] == ("object",)) or "owners" in path[-2:-1]
            if key in node and (path, key) != ((), "kind") and not is_of_object:
                copied = copy.deepcopy(value)
                at(copied, path)[key] = "Perhaps"
                yield "%s/%s = Perhaps" % ("/".join(map(str, path)), key), copied


def main():
    schemas, faults, used = validate_schema.load_schemas(), [], set()
    for path in [*sorted(GOLDEN.glob("*.json")), *SNAPSHOTS]:
        value = validate_schema.load(path)
        faults += ["%s: %s" % (path.name, fault) for fault in validate_schema.faults(value, schemas)]
        if path.parent == GOLDEN and validate_schema.load(path.with_suffix(".yaml")) != value:
            faults.append("%s and its YAML hold different values" % path.name)
        used.update(key for _, node in places(value) for key in node)
        faults += ["%s: the schema accepts %s" % (path.name, what) for what, copied in spoiled(value)
                   if not validate_schema.faults(copied, schemas)]
    if not used:
        faults.append("there is nothing in %s" % GOLDEN)
    for kind, schema in schemas.items():
        faults += ["%s: nothing expected uses the field %s" % (kind, field)
                   for field in sorted(set(fields_of(schema)) - used - PLANNED)]
    print("\n".join(faults) or "the schemas hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

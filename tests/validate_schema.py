#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Validates structured output against the JSON Schema of its kind.

    tests/validate_schema.py FILE...

Each FILE contains one object as JSON or YAML. Exit status: 0 all are valid, 1 at least one is invalid (standard error has a
line for each fault), 77 python3-jsonschema or python3-yaml is missing.
"""
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing", file=sys.stderr)
    sys.exit(77)

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent / "schemas"
SHARED = "common.json"


def load_schemas():
    """The schema of each kind, with a copy of the definitions from common.json, so that no lookup by URL is necessary."""
    shared = json.loads((SCHEMAS / SHARED).read_text(encoding="utf-8"))["$defs"]
    schemas = {}
    for path in sorted(SCHEMAS.glob("*.json")):
        if path.name == SHARED:
            continue
        text = path.read_text(encoding="utf-8").replace('"%s#/$defs/' % SHARED, '"#/$defs/')
        schema = json.loads(text)
        own = schema.setdefault("$defs", {})
        if set(own) & set(shared):
            raise ValueError("%s defines what %s defines: %s" % (path.name, SHARED, sorted(set(own) & set(shared))))
        own.update(shared)
        jsonschema.Draft202012Validator.check_schema(schema)
        schemas[schema["properties"]["kind"]["const"]] = schema
    return schemas


def load(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    try:
        return json.loads(text)
    except ValueError:
        pass
    try:
        import yaml
    except ImportError:
        print("python3-yaml is missing", file=sys.stderr)
        sys.exit(77)
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def faults(value, schemas):
    """The faults of `value`, one line each."""
    if not isinstance(value, dict):
        return ["is not an object"]
    kind = value.get("kind")
    if kind not in schemas:
        return ["has kind %r, known are %s" % (kind, ", ".join(sorted(schemas)))]
    errors = jsonschema.Draft202012Validator(schemas[kind]).iter_errors(value)
    return ["%s: %s" % ("/".join(str(step) for step in error.absolute_path) or "the object", error.message)
            for error in sorted(errors, key=lambda error: [str(step) for step in error.absolute_path])]


def main():
    schemas, valid = load_schemas(), True
    for path in sys.argv[1:]:
        for fault in faults(load(path), schemas):
            print("%s: %s" % (path, fault), file=sys.stderr)
            valid = False
    return 0 if valid else 1


if __name__ == "__main__":
    sys.exit(main())

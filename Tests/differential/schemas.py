#!/usr/bin/env python3
"""Asks this package and two independent validators about the same schemas and instances.

usage: schemas.py VERBATIM-CONFORMANCE [--pairs 20000] [--seed N]        (pip install jsonschema jsonschema-rs)

Prints the seed, how many pairs there were and how many of them valid; prints every pair that they do not agree on and
exits with 1. Where the other two disagree with each other the pair is printed as theirs, and decides nothing.
"""
import argparse, json, random, subprocess, sys
from decimal import Decimal
import jsonschema, jsonschema_rs

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("verbatim")
parser.add_argument("--pairs", type=int, default=20_000)
parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
options = parser.parse_args()
rng = random.Random(options.seed)

NAMES = ["a", "b", "c", "kind", "length", "naïve", "x-y", "aLongerNameThanSixteenBytes", ""]
WORDS = ["", "a", "b", "ab", "aa", "song", "album", "naïve", "😀", "e\u0301", "2026-11-21", "10", "\u0000", "a\nb"]
NUMBERS = [0, 1, -1, 2, 3, 10, 0.5, 1.5, -2.5, 1.0, 100, 7, 1e3, 12345678901234567890, 0.1, 0.3]
PATTERNS = ["^a", "b$", "^[a-z]+$", "^.{2,3}$", "o|u", "^$", "[0-9]{2}", "^(a|b)*$", "(?=a)a", "\\d"]
TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]

def instance(depth):
    kind = rng.choice(TYPES[:5] if depth == 0 else TYPES)
    if kind == "null": return None
    if kind == "boolean": return rng.random() < 0.5
    if kind in ("integer", "number"): return rng.choice(NUMBERS)
    if kind == "string": return rng.choice(WORDS)
    if kind == "array": return [instance(depth - 1) for _ in range(rng.randrange(5))]
    return {rng.choice(NAMES): instance(depth - 1) for _ in range(rng.randrange(5))}

def count(): return rng.randrange(4)
def schemas(depth): return [schema(depth) for _ in range(rng.randint(1, 3))]
def by_name(depth): return {rng.choice(NAMES): schema(depth) for _ in range(rng.randrange(4))}
def names(): return rng.sample(NAMES, rng.randrange(4))

KEYWORDS = {
    "type": lambda d: rng.choice(TYPES) if rng.random() < 0.7 else rng.sample(TYPES, rng.randint(1, 3)),
    "enum": lambda d: [instance(1) for _ in range(rng.randint(1, 4))],
    "const": lambda d: instance(1),
    "minimum": lambda d: rng.choice(NUMBERS), "maximum": lambda d: rng.choice(NUMBERS),
    "exclusiveMinimum": lambda d: rng.choice(NUMBERS), "exclusiveMaximum": lambda d: rng.choice(NUMBERS),
    "multipleOf": lambda d: rng.choice([1, 2, 3, 0.5, 10, 2.5]),
    "minLength": lambda d: count(), "maxLength": lambda d: count(), "pattern": lambda d: rng.choice(PATTERNS),
    "minItems": lambda d: count(), "maxItems": lambda d: count(), "uniqueItems": lambda d: rng.random() < 0.8,
    "minProperties": lambda d: count(), "maxProperties": lambda d: count(), "required": lambda d: names(),
    "dependentRequired": lambda d: {rng.choice(NAMES): names()},
    "items": lambda d: schema(d), "prefixItems": lambda d: schemas(d), "contains": lambda d: schema(d),
    "minContains": lambda d: count(), "maxContains": lambda d: count(),
    "properties": lambda d: by_name(d), "additionalProperties": lambda d: schema(d),
    "patternProperties": lambda d: {rng.choice(PATTERNS): schema(d) for _ in range(rng.randint(1, 2))},
    "propertyNames": lambda d: schema(d), "dependentSchemas": lambda d: by_name(d),
    "allOf": lambda d: schemas(d), "anyOf": lambda d: schemas(d), "oneOf": lambda d: schemas(d),
    "not": lambda d: schema(d), "if": lambda d: schema(d), "then": lambda d: schema(d), "else": lambda d: schema(d),
    "unevaluatedItems": lambda d: schema(d), "unevaluatedProperties": lambda d: schema(d),
    "$ref": lambda d: "#/$defs/" + rng.choice("pqr"),
}
LEAVES = [k for k in KEYWORDS if k not in (
    "items", "prefixItems", "contains", "properties", "additionalProperties", "patternProperties", "propertyNames",
    "dependentSchemas", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "unevaluatedItems",
    "unevaluatedProperties", "$ref")]

def schema(depth, references=True):
    if depth <= 0 or rng.random() < 0.1:
        if rng.random() < 0.3: return rng.random() < 0.6
        return {k: KEYWORDS[k](0) for k in rng.sample(LEAVES, rng.randint(1, 2))}
    keys = [k for k in rng.sample(list(KEYWORDS), rng.randint(1, 5)) if references or k != "$ref"]
    return {k: KEYWORDS[k](depth - 1) for k in keys}

def acyclic(value):
    """The definitions refer to nothing: a reference never leads back to itself."""
    if isinstance(value, dict): return {k: acyclic(v) for k, v in value.items() if k != "$ref"}
    return [acyclic(v) for v in value] if isinstance(value, list) else value

def document():
    top = schema(3)
    if not isinstance(top, dict): top = {"allOf": [top]}
    top["$defs"] = {name: acyclic(schema(2)) for name in "pqr"}
    top["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return top

pairs = []
while len(pairs) < options.pairs:
    top = document()
    try:
        jsonschema.Draft202012Validator.check_schema(top)
        ours_to_ask = (jsonschema.Draft202012Validator(top), jsonschema_rs.Draft202012Validator(top))
    except Exception as error:
        sys.exit("seed %d: a generated schema is none: %s\n%s" % (options.seed, error, json.dumps(top)))
    for _ in range(8):
        value = instance(3)
        pairs.append((top, value, ours_to_ask[0].is_valid(value), ours_to_ask[1].is_valid(value)))

lines = "".join(json.dumps({"schema": s, "instance": i}) + "\n" for s, i, _, _ in pairs)
answers = subprocess.run([options.verbatim, "--validate"], input=lines, capture_output=True, text=True, check=True)
answers = answers.stdout.splitlines()
if len(answers) != len(pairs): sys.exit("%d answers to %d pairs" % (len(answers), len(pairs)))
wrong = theirs = 0
for (top, value, python, rust), answer in zip(pairs, answers):
    if python != rust:
        theirs += 1
        if answer not in ("valid", "invalid"): wrong += 1
        print("THEIRS python-jsonschema %s, jsonschema-rs %s, verbatim %s: %s" % (
            python, rust, answer, json.dumps({"schema": top, "instance": value})))
    elif answer != ("valid" if python else "invalid"):
        wrong += 1
        print("WRONG verbatim %s, both others %s: %s" % (
            answer, python, json.dumps({"schema": top, "instance": value})))
print("seed %d: %d pairs, %d valid, %d on which the others differ, %d wrong" % (
    options.seed, len(pairs), sum(p[2] for p in pairs), theirs, wrong))
sys.exit(1 if wrong or not pairs else 0)

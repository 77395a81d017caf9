#!/usr/bin/env python3
"""Holds the contracts that the tool writes to the specification: openapi.py VERBATIM.

A validator of OpenAPI that others maintain (openapi-spec-validator) reads the committed contracts, those that
`infer` makes of the committed recordings and of generated archives, with and without `--for
swift-openapi-generator`, and updates of documents in every version of OpenAPI.
"""
import collections
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

from openapi_spec_validator import validate

ARCHIVES = 40
DOCUMENT = {
    "openapi": "", "info": {"title": "shop", "version": "1"}, "servers": [{"url": "https://api.shop.test"}],
    "paths": {"/v1/items": {"get": {"responses": {"200": {"description": "items"}}}}},
}


def value(random, depth=0):
    """A value as the APIs of applications return them."""
    kind = random.choice("snidbkul" if depth > 3 else "snidbkuloaom")
    if kind in "oa":
        names = random.sample(["id", "name", "type", "owner", "tags", "created_at", "url", "a/b~c", "$ref", "ünï"], 4)
        found = {name: value(random, depth + 1) for name in names}
        return found if kind == "o" else [dict(found, id=number) for number in range(random.randint(0, 3))]
    return {
        "s": "text", "n": None, "i": random.randint(-5, 10**12), "d": 1.5, "b": True, "k": "2026-11-21T10:00:00Z",
        "u": "https://shop.test/1", "l": [1, "a", None], "m": {"en-US": "a", "de": "b"},
    }[kind]


def entry(random):
    """An entry of an archive: any method, paths with identifiers, bodies of several media types."""
    number = random.randint(1, 99)
    path = random.choice(["/v1/items", f"/v1/items/{number}", "/a%20b/x", "/rpc?method=items.find", f"/~me/{number}:go"])
    method = random.choice(["GET", "GET", "GET", "POST", "PUT", "DELETE", "QUERY", "LINK"])
    body = value(random)
    kinds = {
        "application/json": json.dumps(body), "application/problem+json": json.dumps({"title": "no"}),
        "text/event-stream": f"event: a\ndata: {json.dumps(body)}\n\n", "application/x-ndjson": json.dumps(body) + "\n",
        "x-unknown": json.dumps(body), "text/html": "<p>", "application/xml": "<a/>",
    }
    media = random.choice(list(kinds))
    request = {
        "method": method, "url": "https://api.shop.test" + path,
        "headers": [{"name": "Authorization", "value": "Bearer abc"}] if random.random() < 0.5 else [],
    }
    if method not in ("GET", "DELETE"):
        request["postData"] = {"mimeType": "application/json", "text": json.dumps(value(random))}
    headers = {"Content-Type": media, "X-RateLimit-Limit": "60", "ETag": '"1"'}
    return {
        "request": request,
        "response": {
            "status": random.choice([200, 200, 200, 201, 204, 304, 404, 500]),
            "headers": [{"name": name, "value": text} for name, text in headers.items()],
            "content": {"mimeType": media, "text": kinds[media]},
        },
    }


def archive(file, seed):
    numbers = random.Random(seed)
    with open(file, "w", encoding="utf-8") as out:
        json.dump({"log": {"version": "1.2", "entries": [entry(numbers) for _ in range(numbers.randint(3, 30))]}}, out)
    return file


def infer(tool, file, recordings, *options):
    command = [tool, "infer", "--recordings", recordings, "--output", file, *options, "shop"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1) or " 0 interactions" in done.stdout:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return file


def contracts(tool, folder):
    """The contracts, each written before it is returned."""
    yield from sorted(glob.glob("Contracts/*.json") + glob.glob("Tests/Frozen/Contracts/*.json"))
    dialects = [[], ["--for", "swift-openapi-generator"]]
    recordings = [(os.path.basename(path), path) for path in sorted(glob.glob("Recordings/*")) if os.path.isdir(path)]
    recordings += [(f"generated{seed}", archive(f"{folder}/{seed}.har", seed)) for seed in range(ARCHIVES)]
    for number, options in enumerate(dialects):
        for name, path in recordings:
            yield infer(tool, f"{folder}/{name}-{number}.json", path, *options)
    for version in ("3.0.3", "3.1.1", "3.2.0"):
        for seed in range(ARCHIVES // 4):
            file = f"{folder}/updated{version}-{seed}.json"
            with open(file, "w", encoding="utf-8") as out:
                json.dump(dict(DOCUMENT, openapi=version), out)
            yield infer(tool, file, f"{folder}/{seed}.har", "--contract", file)


def main():
    tool = os.path.abspath(sys.argv[1])
    (versions, wrong) = (collections.Counter(), 0)
    with tempfile.TemporaryDirectory() as folder:
        for file in contracts(tool, folder):
            with open(file, encoding="utf-8") as text:
                document = json.load(text)
            versions[document["openapi"][:3]] += 1
            try:
                validate(document)
            except Exception as error:  # The validator has no class for all of its errors.
                wrong += 1
                print(f"{os.path.basename(file)}: {type(error).__name__}: {str(error)[:400]}")
    print(f"{sum(versions.values())} contracts, {wrong} of them wrong: {dict(sorted(versions.items()))}")
    sys.exit(wrong > 0 or not {"3.1", "3.2"} <= set(versions))


main()

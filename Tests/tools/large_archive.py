#!/usr/bin/env python3
"""Writes a large HAR file: the entries of recordings with their bodies, again and again.

usage: large_archive.py MEGABYTES FILE.har RECORDING.har...
"""
import json, os, sys


def entries(path):
    """The entries of a recording, with the text of their bodies in place of the names of files."""
    with open(path, encoding="utf-8") as file:
        recorded = json.load(file)["log"]["entries"]
    for entry in recorded:
        content = entry["response"]["content"]
        body = content.pop("_file", None)
        content.pop("_layout", None)
        if body:
            try:
                with open(os.path.join(os.path.dirname(path), body), encoding="utf-8") as file:
                    content["text"] = file.read()
            except UnicodeDecodeError:
                continue
        yield json.dumps(entry)


def main(size, target, recordings):
    texts = [text for path in recordings for text in entries(path)]
    with open(target, "w", encoding="utf-8") as file:
        written = file.write('{"log": {"version": "1.2", "creator": {"name": "large_archive", "version": "1"}, "entries": [')
        number = 0
        while written < size:
            written += file.write((",\n" if number else "") + texts[number % len(texts)])
            number += 1
        file.write("]}}\n")
    print(f"{target}: {number} entries, {written} characters")


if __name__ == "__main__":
    main(int(sys.argv[1]) * 1_000_000, sys.argv[2], sys.argv[3:])

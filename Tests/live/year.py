#!/usr/bin/env python3
"""Measures what a year of weekly recordings adds to a repository, in MB after `git gc`.

usage: year.py [WEEKS]

The recordings get the sizes of real answers: a list has as many elements as its request asks for at most. Each
week, prices and counts are others, the order of a few elements has changed, and a share of them is new, with
other identifiers, links and text: a tenth, and for comparison all.
"""
import json, random, re, shutil, subprocess, sys, tempfile
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

ROOT = Path(__file__).resolve().parents[2]
LISTS = ["results", "items", "photo"]
WORD = re.compile(r"[0-9a-f]{6,}|\b[a-z]{5,}\b")
SIZES = ["limit", "maxResults", "per_page"]


def another(value, chance):
    """A value of the same form with other letters and digits."""
    if isinstance(value, dict):
        return {name: another(member, chance) for name, member in value.items()}
    if isinstance(value, list):
        return [another(member, chance) for member in value]
    if isinstance(value, str) and not re.match(r"\d{4}-\d\d-\d\d", value):
        return WORD.sub(lambda match: "".join(chance.sample(match[0], len(match[0]))), value)
    return value + chance.randrange(100) if isinstance(value, int) and not isinstance(value, bool) else value


def week(elements, share, chance):
    """The elements of a list a week later."""
    later = [another(element, chance) if chance.random() < share else element for element in elements]
    for element in later:
        for name in ("trackPrice", "price", "userRatingCount", "averageRating", "views"):
            if name in element:
                element[name] = chance.randrange(10_000) / 100
    for _ in range(len(later) // 20):
        first, second = chance.randrange(len(later)), chance.randrange(len(later))
        later[first], later[second] = later[second], later[first]
    return later


def lists(recordings):
    """The bodies that have a list, with it and the number of elements that was asked for."""
    for archive in sorted(recordings.glob("*/*.har")):
        for entry in json.loads(archive.read_text())["log"]["entries"]:
            items = dict(parse_qsl(urlsplit(entry["request"]["url"]).query))
            count = max([int(items.get(name, 0)) for name in SIZES] + [0])
            file = archive.parent / entry["response"]["content"].get("_file", "-")
            if count and file.suffix == ".json":
                body = json.loads(file.read_text())
                holder = body.get("photos", body)
                name = next((name for name in LISTS if holder.get(name)), None)
                if name:
                    yield file, body, holder, name, count


def measure(weeks, share):
    """Commits the recordings of some weeks, with a share of new elements, and prints the sizes."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="verbatim-year-") as temporary:
        folder = Path(temporary)
        shutil.copytree(ROOT / "Recordings", folder / "Recordings")
        git(folder, "init", "--quiet")
        found = list(lists(folder / "Recordings"))
        for _, _, holder, name, count in found:
            known = holder[name]
            holder[name] = [another(known[index % len(known)], chance) for index in range(count)]
        for index in range(weeks + 1):
            for file, body, holder, name, _ in found:
                holder[name] = week(holder[name], share if index else 0, chance)
                file.write_text(json.dumps(body, indent=2, ensure_ascii=False) + "\n")
            git(folder, "add", ".")
            git(folder, "commit", "--quiet", "--message", f"Week {index}")
        git(folder, "gc", "--quiet", "--prune=now")
        largest = max(file.stat().st_size for file in (folder / "Recordings").rglob("*") if file.is_file())
        print(
            f"{weeks} weeks, {share:.0%} new: recordings of {size(folder / 'Recordings'):.1f} MB, the largest body "
            f"{largest / 1e6:.1f} MB, a repository of {size(folder / '.git'):.1f} MB")


def git(folder, *words):
    words = ["git", "-c", "user.name=year", "-c", "user.email=year@example", *words]
    subprocess.run(words, cwd=folder, check=True, capture_output=True)


def size(folder):
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


weeks = int(sys.argv[1]) if sys.argv[1:] else 52
for share in (0.1, 1):
    measure(weeks, share)

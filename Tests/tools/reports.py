#!/usr/bin/env python3
"""Validates reports of verbatim against the official schemas of their formats.

usage: reports.py VERBATIM SUITES

SUITES is a folder with `reports/`: sarif-2.1.0.schema.json, stryker-mutation-report.schema.json and
jenkins-junit-10.xsd. The commands run in a copy of this package's contracts and recordings: as they are, with a
contract that is broken, with hostile texts, and with one that cannot be read. Needs jsonschema and xmlschema.
"""
import json, os, shutil, subprocess, sys, tempfile
from pathlib import Path
from xml.etree import ElementTree

import jsonschema, xmlschema

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "\n::error::x\x1b]0;t\x07]]><script>`|\u202e@x [a](b)"
MUTATE = ["mutate", "reqres", "--sample", "200"]


def hostile():
    """An archive in which every text could be obeyed."""
    # Half of a surrogate pair makes a body malformed, and in the archive itself would refuse all of it.
    body = json.dumps({"page": HOSTILE, "data": [{"id": HOSTILE, HOSTILE: HOSTILE}], "name": "\ud800"})
    entry = {
        "startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1, "cache": {},
        "timings": {"send": 0, "wait": 1, "receive": 0},
        "request": {
            "method": "GET", "url": "https://reqres.in/api/users?page=1", "httpVersion": "HTTP/1.1",
            "headers": [], "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0,
        },
        "response": {
            "status": 200, "statusText": HOSTILE, "httpVersion": "HTTP/1.1", "cookies": [],
            "headers": [{"name": "Content-Type", "value": "application/json"}],
            "content": {"size": -1, "mimeType": "application/json", "text": body}, "redirectURL": "",
            "headersSize": -1, "bodySize": -1,
        },
    }
    stray = json.loads(json.dumps(entry))
    stray["request"]["url"] = "https://reqres.in/api/" + HOSTILE
    return {"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": [entry, stray]}}


class Validator:
    def __init__(self, verbatim, suites):
        self.verbatim = Path(verbatim).resolve()
        self.folder = Path(tempfile.mkdtemp(prefix="verbatim-reports-"))
        load = lambda name: json.loads((suites / name).read_text(encoding="utf-8"))
        sarif, stryker = load("sarif-2.1.0.schema.json"), load("stryker-mutation-report.schema.json")
        own = ROOT / "Sources/Tool/VerbatimKit/Verbatim.docc/Resources/report.schema.json"
        self.json = {
            ".sarif": jsonschema.validators.validator_for(sarif)(sarif),
            ".stryker.json": jsonschema.validators.validator_for(stryker)(stryker),
            ".json": jsonschema.Draft202012Validator(json.loads(own.read_text(encoding="utf-8"))),
        }
        self.junit = xmlschema.XMLSchema(str(suites / "jenkins-junit-10.xsd"))
        self.count, self.problems = 0, []

    def prepare(self):
        for name in ("Contracts", "Recordings"):
            shutil.copytree(ROOT / name, self.folder / name)
        (self.folder / ".git").mkdir()
        (self.folder / "hostile.har").write_text(json.dumps(hostile()))
        contract = (self.folder / "Contracts/reqres.json").read_text(encoding="utf-8")
        (self.folder / "new.json").write_text(contract.replace('"total_pages",', ""))

    def run(self, words, codes):
        """Runs a command with a report of every format that it knows, and validates them."""
        suffixes = [".json", ".sarif", ".xml"] + ([".stryker.json"] if words[0] == "mutate" else [])
        files = [self.folder / f"report{suffix}" for suffix in suffixes]
        for file in files:
            file.unlink(missing_ok=True)
        command = [self.verbatim, *words] + [word for file in files for word in ("--report", file)]
        done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode not in codes:
            self.problems.append(f"{' '.join(words)}: exit code {done.returncode}: {done.stderr[-500:]}")
        for suffix, file in zip(suffixes, files):
            self.count += 1
            for problem in self.errors(suffix, file):
                self.problems.append(f"{' '.join(words)}: {suffix}: {problem}")

    def errors(self, suffix, file):
        if not file.exists():
            return ["no file"]
        if suffix == ".xml":
            root = ElementTree.parse(file).getroot()
            for case in root.iter("testcase"):
                case.attrib.pop("file", None)  # GitLab's, which the schema does not know
            return [error.reason for error in self.junit.iter_errors(root)]
        document = json.loads(file.read_text(encoding="utf-8"))
        return [f"{list(error.path)}: {error.message[:300]}" for error in self.json[suffix].iter_errors(document)]


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    validator = Validator(sys.argv[1], Path(sys.argv[2]) / "reports")
    try:
        validator.prepare()
        validator.run(["check"], {0, 1})
        validator.run(["check", "--recordings", "hostile.har"], {1})
        validator.run(["diff", "Contracts", "Contracts"], {0})
        validator.run(["diff", "Contracts/reqres.json", "new.json"], {0, 1})
        validator.run(["diff", "Recordings/reqres", "Recordings/itunes"], {0, 1})
        validator.run(["record", "--origin", "fake", "reqres"], {0})
        validator.run(["models"], {0, 1})
        validator.run(MUTATE, {0, 1})
        (validator.folder / "Contracts/reqres.json").write_text("{")
        for words in (["check"], ["diff", "Contracts", "Contracts"], ["models"], MUTATE):
            validator.run(words, {3})
    finally:
        shutil.rmtree(validator.folder)
    print("\n".join(validator.problems + [f"{validator.count} reports, {len(validator.problems)} problems"]))
    sys.exit(1 if validator.problems else 0)


main()

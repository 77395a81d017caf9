#!/usr/bin/env python3
"""Runs the official JSON Schema test suite by the command line.

    schema_suite.py VERBATIM SUITE   SUITE is the folder with `tests` and `remotes`

Prints how many of the required tests of draft 2020-12 have the expected exit code, and the others.
"""
import json, os, pathlib, subprocess, sys, tempfile

verbatim, suite = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
remotes = f"http://localhost:1234/={suite}/remotes"
passed, failed = 0, []
with tempfile.TemporaryDirectory() as folder:
    for file in sorted((suite / "tests/draft2020-12").glob("*.json")):
        for group in json.loads(file.read_text()):
            schema = pathlib.Path(folder, "schema.json")
            schema.write_text(json.dumps(group["schema"]))
            for test in group["tests"]:
                instance = pathlib.Path(folder, "instance.json")
                instance.write_text(json.dumps(test["data"]))
                words = [verbatim, "schema", "--remotes", remotes, "--", str(schema), str(instance)]
                run = subprocess.run(words, capture_output=True, text=True)
                if run.returncode == (0 if test["valid"] else 1):
                    passed += 1
                else:
                    text = (run.stderr or run.stdout).split("\n")[0]
                    failed.append(f"{file.name}, {group['description']}, {test['description']}: {text}")
print(f"{passed} of {passed + len(failed)}")
print("\n".join(failed))
sys.exit(1 if failed else 0)

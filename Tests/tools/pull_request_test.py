#!/usr/bin/env python3
"""Tests pull_request.py in scratch repositories, with a stub of GitHub's program `gh`.

usage: pull_request_test.py VERBATIM
"""
import json, os, shutil, subprocess, sys, tempfile, unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Tests/tools/pull_request.py"
LIMIT = 60_000
MARKER = "<!-- verbatim:diff -->"
NO_REPORT = "It ended without a report; the log of the job has its messages."

# Keeps comments and pull requests in a file, and fails if the file says so.
GH = """#!/usr/bin/env python3
import json, os, sys
path, words = os.environ["GH_STATE"], sys.argv[1:]
state = json.load(open(path))
if state["fails"]:
    sys.exit(1)
def option(name):
    return words[words.index(name) + 1]
def body():
    return open(option("--field").removeprefix("body=@")).read()
match words:
    case ["api", "--paginate", "repos/o/r/issues/7/comments?per_page=100"]:
        # Each page is an array of its own.
        print("".join(json.dumps([comment]) for comment in state["comments"]))
    case ["api", "--method", "POST", "repos/o/r/issues/7/comments", *_]:
        state["comments"].append(
            {"id": len(state["comments"]), "user": {"login": "github-actions[bot]"}, "body": body()})
    case ["api", "--method", "PATCH", path_of_comment, *_]:
        prefix = "repos/o/r/issues/comments/"
        assert path_of_comment.startswith(prefix)
        state["comments"][int(path_of_comment.removeprefix(prefix))]["body"] = body()
    case ["pr", "list", "--head", branch, "--state", "open", "--json", "number"]:
        numbers = [index for index, pull in enumerate(state["pulls"]) if pull[0] == branch]
        print(json.dumps([{"number": number} for number in numbers]))
    case ["pr", "create", "--head", branch, *_]:
        state["pulls"].append([branch, option("--title"), open(option("--body-file")).read()])
    case ["pr", "edit", number, *_]:
        state["pulls"][int(number)][1:] = [option("--title"), open(option("--body-file")).read()]
    case _:
        sys.exit(f"unexpected: {words}")
json.dump(state, open(path, "w"))
"""


class PullRequestTests(unittest.TestCase):
    verbatim = ""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="verbatim-pull-request-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.here = self.folder / "clone"
        self.here.mkdir()
        for name in ("Contracts", "Recordings"):
            shutil.copytree(ROOT / name, self.here / name)
        clients = "Sources/App/VerbatimAppClients"
        shutil.copytree(ROOT / clients, self.here / clients)
        (self.here / ".gitignore").write_text(".build/\n")
        (self.folder / "bin").mkdir()
        stub = self.folder / "bin/gh"
        stub.write_text(GH)
        stub.chmod(0o755)
        self.set(comments=[], pulls=[], fails=False)
        self.git("init", "--quiet", "--initial-branch", "main")
        self.git("init", "--quiet", "--bare", str(self.folder / "origin"))
        self.git("remote", "add", "origin", str(self.folder / "origin"))
        self.commit()
        self.git("push", "--quiet", "origin", "main")
        self.git("switch", "--quiet", "--create", "topic")

    def git(self, *words):
        return subprocess.run(
            ["git", "-c", "user.name=v", "-c", "user.email=v", *words], cwd=self.here, check=True, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ).stdout

    def commit(self):
        self.git("add", ".")
        self.git("commit", "--quiet", "--message", "Change")

    def set(self, **state):
        (self.folder / "state.json").write_text(json.dumps(state))

    @property
    def state(self):
        return json.loads((self.folder / "state.json").read_text())

    def run_script(self, *words, fork=False):
        """Runs the script as a workflow does; returns its exit code, output and summary."""
        head = {"repo": {"full_name": "someone/r" if fork else "o/r"}}
        event = {"repository": {"full_name": "o/r"}, "pull_request": {"number": 7, "head": head}}
        (self.folder / "event.json").write_text(json.dumps(event))
        summary = self.folder / "summary.md"
        summary.write_text("")
        done = subprocess.run(
            [sys.executable, str(SCRIPT), *map(str, words)],
            cwd=self.here, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(
                os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", GITHUB_BASE_REF="main",
                GITHUB_ACTIONS="true", GH_STATE=str(self.folder / "state.json"),
                GITHUB_STEP_SUMMARY=str(summary), GITHUB_EVENT_PATH=str(self.folder / "event.json"),
            ),
        )
        self.messages = done.stderr
        return done.returncode, done.stdout, summary.read_text()

    def run_changes(self, *options, verbatim=None, fork=False):
        return self.run_script("changes", verbatim or self.verbatim, *options, fork=fork)

    def run_verbatim(self, *words, codes, **environment):
        done = subprocess.run(
            [self.verbatim, *words], cwd=self.here, text=True, capture_output=True, stdin=subprocess.DEVNULL,
            env=dict(os.environ, **environment))
        self.assertIn(done.returncode, codes, done.stderr)

    @property
    def bodies(self):
        return [comment["body"] for comment in self.state["comments"]]

    def edit(self, path, old, new):
        file = self.here / path
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))

    def break_contract(self):
        self.edit("Contracts/reqres.json", '"total_pages",', "")
        self.commit()


class ChangesTests(PullRequestTests):
    def test_a_breaking_contract_fails_and_is_one_comment_that_a_clean_run_replaces(self):
        foreign = {"id": 0, "user": {"login": "someone"}, "body": MARKER}
        self.set(comments=[foreign], pulls=[], fails=False)
        self.break_contract()
        code, output, summary = self.run_changes("--post")
        self.assertEqual((code, self.messages), (1, ""))
        self.assertIn("breaking: reqres: '/total_pages' is now optional", output)
        self.assertIn("\n::error file=Contracts/reqres.json,", output)
        self.assertEqual(self.bodies, [MARKER, summary.removesuffix("\n")])
        heading = "### ❌ reqres: 1 difference breaks the app"
        self.assertTrue(self.bodies[1].startswith(f"{MARKER}\n{heading}\n"), self.bodies[1][:200])

        self.git("revert", "--no-edit", "HEAD")
        code, output, _ = self.run_changes("--post")
        self.assertEqual((code, output), (0, "no contract and no recording is changed\n"))
        self.assertEqual(self.bodies, [MARKER, f"{MARKER}\n### ✅ No contract and no recording is changed\n"])

    def test_only_what_the_branch_changed_is_reported(self):
        self.git("switch", "--quiet", "main")
        self.break_contract()
        self.git("push", "--quiet", "origin", "main")
        self.git("switch", "--quiet", "topic")
        code, output, _ = self.run_changes("--post")
        self.assertEqual((code, self.bodies), (0, []))
        self.assertIn("no contract and no recording is changed", output)

    def test_changed_recordings_are_reported_and_do_not_fail(self):
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": "2"')
        (self.here / "Recordings/reqres/missing-user.har").unlink()
        self.commit()
        code, output, summary = self.run_changes("--post")
        self.assertEqual(code, 0)
        self.assertIn("\n::error file=Recordings/reqres/list-users/1.json,", output)
        body, = self.bodies
        self.assertEqual(body, summary.removesuffix("\n"))
        self.assertTrue(body.startswith(f"{MARKER}\n### ❌ reqres: 1 change breaks the app, 1 warning\n"), body[:200])
        for rule in ("drift-type-added", "drift-interaction-removed"):
            self.assertIn(f"<code>{rule}</code>", body)

    def test_contracts_and_recordings_are_sections_of_one_comment(self):
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": "2"')
        self.break_contract()
        self.assertEqual(self.run_changes("--post")[0], 1)
        body, = self.bodies
        self.assertEqual(body.count(MARKER), 1)
        headings = [line for line in body.split("\n") if line.startswith("### ")]
        self.assertEqual(headings, [
            "### ❌ reqres: 1 difference breaks the app", "### ❌ reqres: 1 change breaks the app"])
        for part in ("<sub>changes of contracts", "<sub>changes of recordings"):
            self.assertIn(part, body)

    def test_the_workflow_of_a_fork_writes_only_the_summary(self):
        self.break_contract()
        code, output, summary = self.run_changes("--post", fork=True)
        self.assertEqual((code, self.bodies), (1, []))
        self.assertIn("no comment: the workflow of a fork cannot write one", output)
        self.assertIn("### ❌ reqres: 1 difference breaks the app", summary)

    def test_a_comment_that_cannot_be_written_is_a_warning(self):
        self.edit("Contracts/reqres.json", '"summary": "', '"summary": "Now: ')
        self.commit()
        self.set(comments=[], pulls=[], fails=True)
        code, output, _ = self.run_changes("--post")
        self.assertEqual(code, 0)
        self.assertIn("::warning::the comment cannot be written", output)

    def test_a_comparison_that_cannot_run_replaces_a_clean_comment_and_says_where(self):
        clean = {
            "id": 0, "user": {"login": "github-actions[bot]"},
            "body": f"{MARKER}\n### ✅ No contract and no recording is changed\n",
        }
        self.set(comments=[clean], pulls=[], fails=False)
        (self.here / "Contracts/reqres.json").write_text('{"openapi": }')
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": 3')
        self.commit()
        code, _, summary = self.run_changes("--post")
        self.assertEqual(code, 3)
        for text in (self.bodies[0], summary):
            self.assertTrue(text.startswith(f"{MARKER}\n### ❔ The comparison could not run\n"), text[:200])
            self.assertIn("Contracts/reqres.json:1:13", text)
            self.assertIn("\n### ", text.removeprefix(f"{MARKER}\n### "))

    def test_a_program_that_ends_without_a_report_has_compared_nothing(self):
        self.edit("Contracts/reqres.json", '"summary": "', '"summary": "Now: ')
        self.commit()
        program = self.folder / "bin/verbatim"
        program.write_text("#!/bin/sh\nkill -SEGV $$\n")
        program.chmod(0o755)
        code, _, _ = self.run_changes("--post", verbatim=program)
        self.assertEqual(code, 3)
        self.assertEqual(
            self.bodies, [f"{MARKER}\n### ❔ The comparison of contracts could not run\n\n{NO_REPORT}\n"])

    def test_a_comment_has_at_most_the_characters_that_github_takes(self):
        # What is new in different objects, under different names, is a cause each.
        contract_file, file = self.here / "Contracts/reqres.json", self.here / "Recordings/reqres/list-users/1.json"
        contract, body = json.loads(contract_file.read_text()), json.loads(file.read_text())
        user = contract["components"]["schemas"]["User"]

        def write(*names):
            boxes = {f"box{index}": {name.format(index): "a" for name in names} for index in range(450)}
            user["properties"] |= {
                box: {"type": "object", "properties": {name: {"type": "string"} for name in values}}
                for box, values in boxes.items()}
            contract_file.write_text(json.dumps(contract, indent=2))
            file.write_text(json.dumps(body | boxes, indent=2))
            self.commit()

        write("kept")
        self.git("push", "--quiet", "origin", "topic:main")
        user["required"].remove("email")
        body["total"] = "@everyone ````"
        write("kept", "added{}")
        code, output, _ = self.run_changes("--post")
        body, = self.bodies
        self.assertEqual(code, 1)
        self.assertTrue(50_000 < len(body) <= LIMIT, len(body))
        self.assertEqual(body.count("**Not shown, as there are too many: "), 2)
        contracts, recordings = body.split("### ")[1:]
        self.assertLess(contracts.index("response-property-became-optional"), contracts.index("notes</summary>"))
        self.assertLess(recordings.index("drift-type-added"), recordings.index("notes</summary>"))
        self.assertEqual(body.count(MARKER), 1)


class ProposeTests(PullRequestTests):
    def record(self, **environment):
        """Records and checks as the workflow does."""
        self.run_verbatim(
            "record", "--origin", "fake", "reqres", "--report", "drift.json", "--report", "drift.md", codes={0},
            **environment)
        self.run_verbatim("check", "--report", "check.md", codes={0, 1})

    def propose(self):
        code, output, _ = self.run_script("propose", "drift.json", "drift.md", "check.md")
        self.assertEqual(code, 0, self.messages)
        return output.splitlines()

    def test_without_drift_there_is_no_pull_request(self):
        self.edit("Recordings/refreshed.json", '": "2', '": "1')
        self.assertEqual(self.propose(), ["no drift"])
        self.assertEqual(self.state["pulls"], [])

    def test_other_data_which_the_contract_allows_are_no_reason(self):
        self.edit("Recordings/reqres/list-users/1.json", '"first_name": "Greta"', '"first_name": "Gretel"')
        self.commit()
        self.record()
        self.assertEqual(self.propose(), ["no pull request: only data have changed"])
        self.record(VERBATIM_FAKE="reqres=new-key")
        log = self.propose()
        self.assertEqual(log[-1], "no pull request: only data have changed")
        self.assertIn("no reason for a pull request: reqres sends a new property, 'isNewHere'", log)
        self.assertEqual((self.state["pulls"], self.git("branch", "--list", "drift/*")), ([], ""))

    def test_a_cause_is_a_pull_request_and_a_second_run_updates_it(self):
        self.record(VERBATIM_FAKE="reqres=string-for-number")
        self.assertIn("a pull request: reqres sends 'total' as a string, not as an integer", self.propose())
        (branch, title, body), = self.state["pulls"]
        self.assertRegex(branch, r"^drift/\d{4}-\d\d-\d\d$")
        self.assertRegex(title, r"^Recordings of \d{4}-\d\d-\d\d: ❌ reqres: \d changes break the app")
        self.assertTrue(body.startswith("<!-- verbatim:record -->\n### ❌ reqres: "), body[:200])
        self.assertIn("<code>drift-type-added</code>", body)
        self.assertIn("\n<!-- verbatim:check -->\n### ❌ reqres: ", body)
        self.assertIn("<code>model-wrong-type</code>", body)
        files = self.git("diff", "--name-only", "origin/main", f"origin/{branch}").split()
        self.assertTrue(files and all(file.startswith("Recordings/") for file in files), files)

        self.git("switch", "--quiet", "topic")
        (self.here / "drift.md").write_text("### ⚠️ reqres: 1 warning\n")
        (self.here / "Recordings/reqres/new.har").write_bytes(
            (self.here / "Recordings/reqres/missing-user.har").read_bytes())
        self.assertIn("a pull request: Recordings/reqres/new.har is new", self.propose())
        self.assertEqual([pull[0] for pull in self.state["pulls"]], [branch])
        self.assertTrue(self.state["pulls"][0][1].endswith(": ⚠️ reqres: 1 warning"), self.state["pulls"][0][1])

    def test_the_first_recording_of_a_provider_is_a_reason(self):
        (self.here / "drift.json").write_text('{"causes": []}')
        (self.here / "drift.md").write_text("### ✅ reqres holds\n")
        self.edit("Recordings/reqres/list-users.har", '"_origin": "fake"', '"_origin": "live"')
        self.assertEqual(self.propose(), ["a pull request: a provider is recorded for the first time"])
        self.assertEqual(len(self.state["pulls"]), 1)

    def test_reports_that_are_missing_or_too_long_are_named_and_a_change_without_one_is_proposed(self):
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": 3')
        (self.here / "check.md").write_text("### ✅ Changes\n" + "x" * LIMIT)
        self.assertEqual(self.propose(), ["a pull request: drift.json is no report"])
        (_, title, body), = self.state["pulls"]
        self.assertIn("The command of `drift.md` could not run", title)
        self.assertTrue(body.startswith(f"### ❔ The command of `drift.md` could not run\n\n{NO_REPORT}\n"), body[:200])
        self.assertIn("\n### ❔ `check.md` is too long\n", body)


if __name__ == "__main__":
    PullRequestTests.verbatim = Path(sys.argv.pop(1)).resolve()
    unittest.main()

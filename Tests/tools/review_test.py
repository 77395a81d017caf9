#!/usr/bin/env python3
"""Tests review.py in scratch repositories, with a stub of GitHub's program `gh`.

usage: review_test.py VERBATIM
"""
import json, os, shutil, subprocess, sys, tempfile, unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Tests/tools/review.py"
LIMIT = 65_536

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


class ReviewTests(unittest.TestCase):
    verbatim = ""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="verbatim-review-"))
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

    def review(self, *words, verbatim=None, fork=False):
        """Runs the script as a workflow does; returns its exit code, output and summary."""
        head = {"repo": {"full_name": "someone/r" if fork else "o/r"}}
        event = {"repository": {"full_name": "o/r"}, "pull_request": {"number": 7, "head": head}}
        (self.folder / "event.json").write_text(json.dumps(event))
        summary = self.folder / "summary.md"
        summary.write_text("")
        command, *rest = words
        done = subprocess.run(
            [sys.executable, str(SCRIPT), command, str(verbatim or self.verbatim), *rest],
            cwd=self.here, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(
                os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", GITHUB_BASE_REF="main",
                GH_STATE=str(self.folder / "state.json"), GITHUB_STEP_SUMMARY=str(summary),
                GITHUB_EVENT_PATH=str(self.folder / "event.json"),
            ),
        )
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout, summary.read_text()

    def edit(self, path, old, new):
        file = self.here / path
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))

    def break_contract(self):
        self.edit("Contracts/reqres.json", '"total_pages",', "")
        self.commit()

    def stub(self, code, text):
        """A program in the place of verbatim, which prints a text."""
        (self.folder / "text").write_text(text)
        program = self.folder / "bin/verbatim"
        program.write_text(f"#!/bin/sh\ncat '{self.folder / 'text'}'\nexit {code}\n")
        program.chmod(0o755)
        return program


class ChangesTests(ReviewTests):
    def test_a_breaking_contract_fails_and_is_one_comment_that_later_runs_replace(self):
        foreign = {"id": 0, "user": {"login": "someone"}, "body": "<!-- verbatim: changes -->"}
        self.set(comments=[foreign], pulls=[], fails=False)
        self.break_contract()
        code, output, summary = self.review("changes", "--post")
        self.assertEqual(code, 1)
        self.assertIn("response-property-became-optional: '/total_pages' is now optional", output)
        self.assertIn("**The app cannot read what the contracts allow.**", summary)
        self.assertIn("### Contracts: 1 change: 1 breaking, 0 warning, 0 info\n\n```text\n", summary)
        bodies = [comment["body"].rstrip() for comment in self.state["comments"]]
        self.assertEqual(bodies, [foreign["body"], summary.rstrip()])

        self.git("revert", "--no-edit", "HEAD")
        code, _, summary = self.review("changes", "--post")
        self.assertEqual(code, 0)
        self.assertIn("No contract and no recording is changed", self.state["comments"][1]["body"])
        self.assertEqual(len(self.state["comments"]), 2)

    def test_only_what_the_branch_changed_is_reported(self):
        self.git("switch", "--quiet", "main")
        self.break_contract()
        self.git("push", "--quiet", "origin", "main")
        self.git("switch", "--quiet", "topic")
        code, _, summary = self.review("changes", "--post")
        self.assertEqual((code, self.state["comments"]), (0, []))
        self.assertIn("No contract and no recording is changed", summary)

    def test_changed_recordings_are_reported_and_do_not_fail(self):
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": "2"')
        (self.here / "Recordings/reqres/missing-user.har").unlink()
        self.commit()
        code, _, summary = self.review("changes", "--post")
        self.assertEqual(code, 0)
        self.assertIn("drift-type-added: '/total_pages'", summary)
        self.assertIn("drift-interaction-removed", summary)
        self.assertIn("Recordings/reqres/list-users/1.json:", summary)

    def test_the_workflow_of_a_fork_writes_only_the_summary(self):
        self.break_contract()
        code, output, summary = self.review("changes", "--post", fork=True)
        self.assertEqual((code, self.state["comments"]), (1, []))
        self.assertIn("no comment: the workflow of a fork cannot write one", output)
        self.assertIn("### Contracts", summary)

    def test_a_comment_that_cannot_be_written_is_a_warning(self):
        self.edit("Contracts/reqres.json", '"summary": "', '"summary": "Now: ')
        self.commit()
        self.set(comments=[], pulls=[], fails=True)
        code, output, _ = self.review("changes", "--post")
        self.assertEqual(code, 0)
        self.assertIn("::warning::the comment cannot be written", output)

    def test_a_contract_that_cannot_be_read_fails_and_says_where(self):
        (self.here / "Contracts/reqres.json").write_text('{"openapi": }')
        self.commit()
        code, _, summary = self.review("changes")
        self.assertEqual(code, 3)
        self.assertIn("### Contracts: failed", summary)
        self.assertIn("Contracts/reqres.json:1:13", summary)

    def test_a_report_has_at_most_the_characters_that_github_takes(self):
        self.edit("Contracts/reqres.json", '"summary": "', '"summary": "Now: ')
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": 3')
        self.commit()
        lines = [f"change {index} ```` @everyone\n" for index in range(100_000)]
        stub = self.stub(0, "".join(lines) + "100000 changes: 0 info\n")
        code, output, _ = self.review("changes", "--post", verbatim=stub)
        body = self.state["comments"][0]["body"]
        self.assertEqual(code, 0)
        self.assertIn("change 99999", output)
        self.assertIn("### Contracts: 100000 changes: 0 info\n\n`````text\nchange 0 ````", body)
        self.assertRegex(body, r"\n\.\.\. and \d+ lines, in the log of the job\n`````\n")
        self.assertTrue(50_000 < len(body) < LIMIT, len(body))


class DriftTests(ReviewTests):
    def test_without_drift_there_is_no_pull_request(self):
        self.edit("Recordings/refreshed.json", '"day": "2', '"day": "1')
        self.assertEqual(self.review("drift", "--propose")[:2], (0, "no drift\n"))
        self.assertEqual(self.state["pulls"], [])

    def test_a_pull_request_carries_the_drift_and_a_second_run_updates_it(self):
        self.edit("Recordings/reqres/list-users/1.json", '"total_pages": 2', '"total_pages": "2"')
        code, _, summary = self.review("drift", "--propose")
        self.assertEqual(code, 0)
        (branch, title, body), = self.state["pulls"]
        self.assertRegex(branch, r"^drift/\d{4}-\d\d-\d\d$")
        self.assertIn("the contracts are broken", title)
        self.assertEqual(body.rstrip(), summary.rstrip())
        self.assertIn("drift-type-added: '/total_pages'", body)
        self.assertIn("model-wrong-type", body)
        self.assertRegex(body, r"### Check: \d+ interactions: [1-9]")
        files = self.git("diff", "--name-only", "origin/main", f"origin/{branch}").split()
        self.assertEqual(files, ["Recordings/reqres/list-users/1.json"])

        self.git("switch", "--quiet", "topic")
        (self.here / "Recordings/reqres/new.har").write_bytes(
            (self.here / "Recordings/reqres/missing-user.har").read_bytes())
        self.review("drift", "--propose")
        self.assertEqual([pull[0] for pull in self.state["pulls"]], [branch])
        self.assertIn("drift-interaction-added", self.state["pulls"][0][2])


if __name__ == "__main__":
    ReviewTests.verbatim = Path(sys.argv.pop(1)).resolve()
    unittest.main()

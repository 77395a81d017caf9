#!/usr/bin/env python3
"""Puts the reports of verbatim on pull requests of GitHub.

usage: pull_request.py changes [--post] VERBATIM [BASE]
       pull_request.py propose DRIFT REPORT...

changes: reports what a branch changes in contracts and recordings since it left BASE, by default the branch
that the pull request goes to, or else origin/main. --post makes the report a comment, which later runs
replace; the workflow of a fork cannot write comments. It ends with 1 if a change of a contract is breaking:
the app of this branch cannot read what the contracts of this branch allow. Changed recordings do not fail it,
as `verbatim check` judges them. A comparison that could not run ends with 2 or 3.

propose: if something has happened at a provider, commits the recordings that have changed to a branch of the
day, pushes it, and opens a pull request, or updates the one that it has. DRIFT is the report of
`verbatim record` in JSON: a cause of at least a warning is worth one, as are a new recording and the first
one from a provider. Other data, which the contracts allow, are only listed in the log, and not committed.
REPORT are reports in Markdown: what has drifted, what a check says.
"""
import datetime, json, os, subprocess, sys, tempfile
from pathlib import Path

# GitHub refuses more than 65,536 characters.
LIMIT = 60_000
# The first line of a comparison in Markdown, by which the comment is found again.
MARKER = "<!-- verbatim:diff -->\n"
BOT = "github-actions[bot]"


def git(*words):
    return subprocess.run(["git", *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def gh(*words):
    return subprocess.run(["gh", *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def differs(base, *paths):
    """Whether files differ from those of a commit; new files count."""
    new = git("ls-files", "--others", "--exclude-standard", "--", *paths)
    return bool(new) or subprocess.run(["git", "diff", "--quiet", base, "--", *paths]).returncode != 0


def report(path, what):
    """A report in Markdown; in place of one that was not written, a text that says so."""
    if path.exists():
        return path.read_text(encoding="utf-8")
    return f"### ❔ {what} could not run\n\nIt ended without a report; the log of the job has its messages.\n"


# A branch


def changes(verbatim, base, posts):
    base = git("rev-parse", "--short", git("merge-base", base, "HEAD").strip()).strip()
    sides = {"Contracts": [base, "Contracts"], "Recordings": [f"{base}:Recordings", "Recordings", "--fail-on", "never"]}
    sides = {name: words for name, words in sides.items() if differs(base, name)}
    body, worst = MARKER, 0
    for index, (name, words) in enumerate(sides.items()):
        text, code = compare(verbatim, name, words, (LIMIT - len(body)) // (len(sides) - index))
        body, worst = body + text.removeprefix(MARKER), max(worst, code)
    if not sides:
        body += "### ✅ No contract and no recording is changed\n"
        print("no contract and no recording is changed")
    if posts:
        comment(body, opens=bool(sides))
    return worst


def compare(verbatim, name, words, limit):
    """Returns the report of a comparison, of at most a number of characters, and its exit code.

    In a workflow, the log gets annotations, and the summary of the job the report.
    """
    format = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.md"
        options = ["--format", format, "--report", str(file), "--report-limit", str(limit)]
        sys.stdout.flush()
        code = subprocess.run([verbatim, "diff", *words, *options], stdin=subprocess.DEVNULL).returncode
        # A signal has a negative number.
        return report(file, f"The comparison of {name.lower()}"), code if code >= 0 else 3


def comment(body, opens):
    """Writes the comment that begins with the marker; if there is none, opens one if asked to."""
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
    repository, pull = event["repository"]["full_name"], event["pull_request"]
    if (pull["head"]["repo"] or {}).get("full_name") != repository:
        return print("no comment: the workflow of a fork cannot write one")
    try:
        comments = f"repos/{repository}/issues/{pull['number']}/comments"
        own = [
            one["id"] for one in pages(gh("api", "--paginate", f"{comments}?per_page=100"))
            if one["user"]["login"] == BOT and one["body"].startswith(MARKER.strip())
        ]
        if own:
            write(body, lambda file: gh(
                "api", "--method", "PATCH", f"repos/{repository}/issues/comments/{own[0]}", "--field", f"body=@{file}"))
        elif opens:
            write(body, lambda file: gh("api", "--method", "POST", comments, "--field", f"body=@{file}"))
    except subprocess.CalledProcessError as error:
        # The summary has the report; that it cannot be posted is no fault of the branch.
        print(f"::warning::the comment cannot be written: gh ended with {error.returncode}")


def write(text, use):
    """Calls a function with the name of a file that has a text."""
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        use(file.name)


def pages(text):
    """The elements of JSON arrays that follow each other, as `gh api --paginate` prints them."""
    elements, text = [], text.strip()
    while text:
        page, end = json.JSONDecoder().raw_decode(text)
        elements, text = elements + page, text[end:].lstrip()
    return elements


# New recordings


def reasons(drift):
    """Why new recordings are worth a pull request, in a line each; logs the causes that are no reason.

    Without a report, every change is one.
    """
    added = git("ls-files", "--others", "--exclude-standard", "--", "Recordings/*.har").split()
    found = [f"{path} is new" for path in added]
    if any(line.startswith("-") and '"_origin": "fake"' in line for line in git("diff", "HEAD").splitlines()):
        found.append("a provider is recorded for the first time")
    try:
        causes = json.loads(drift.read_text(encoding="utf-8"))["causes"]
    except (OSError, ValueError, KeyError):
        return [*found, f"{drift} is no report"]
    for cause in causes:
        if cause["severity"] == "info":
            print(f"no reason for a pull request: {cause['title']}")
        else:
            found.append(cause["title"])
    return found


def propose(drift, paths):
    if not differs("HEAD", "Recordings", ":!Recordings/refreshed.json"):
        return print("no drift")
    found = reasons(Path(drift))
    if not found:
        return print("no pull request: only data have changed")
    print(*[f"a pull request: {reason}" for reason in found], sep="\n")
    reports = [report(path, f"The command of `{path}`") for path in map(Path, paths)]
    body = ""
    for path, text in zip(paths, reports):
        fits = len(body) + len(text) < LIMIT - 1_000
        body += text + "\n" if fits else f"### ❔ `{path}` is too long\n\nThe summary of the job has it.\n\n"
    # The heading of a report is its result: `### ❌ reqres: 1 change breaks the app`.
    result = next(line.removeprefix("### ") for line in reports[0].split("\n") if line.startswith("### "))
    day = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    title = f"Recordings of {day}: {result}"
    branch = f"drift/{day}"
    git("switch", "--quiet", "--force-create", branch)
    git("add", "Recordings")
    user = ["-c", "user.name=verbatim", "-c", "user.email=verbatim@users.noreply.github.com"]
    git(*user, "commit", "--quiet", "--message", f"Recordings: refresh\n\n{title}.")
    git("push", "--quiet", "--force", "origin", branch)
    known = json.loads(gh("pr", "list", "--head", branch, "--state", "open", "--json", "number"))
    words = ["edit", str(known[0]["number"])] if known else ["create", "--head", branch]
    write(body, lambda file: gh("pr", *words, "--title", title, "--body-file", file))


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    words = [word for word in sys.argv[1:] if word not in options]
    match words:
        case ["changes", verbatim, *base] if len(base) <= 1 and options <= {"--post"}:
            target = f"origin/{os.environ.get('GITHUB_BASE_REF') or 'main'}"
            sys.exit(changes(verbatim, base[0] if base else target, "--post" in options))
        case ["propose", drift, *reports] if reports and not options:
            propose(drift, reports)
        case _:
            print(__doc__.strip(), file=sys.stderr)
            sys.exit(2)


main()

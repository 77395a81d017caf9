#!/usr/bin/env python3
"""Reports on GitHub what a pull request, or a new recording, changes for the app.

usage: review.py changes [--post] VERBATIM [BASE]  a branch since it left BASE: contracts and recordings
       review.py drift [--propose] VERBATIM        new recordings since HEAD, and what a check says of them

Both print a report; in a workflow, it is also the summary of the job, in Markdown. --post makes it a comment
of the pull request, which later runs replace; the workflow of a fork cannot write comments. --propose commits
the recordings to a branch of the day, pushes it, and opens a pull request described by the report.

BASE is by default the branch that a pull request goes to, or else origin/main.

`changes` ends with 1 if a change of a contract is breaking: the app of this branch cannot read what the
contracts of this branch allow. Changed recordings do not fail it, as `verbatim check` judges them. An
impossible comparison ends with the exit code of the program, 2 or 3.
"""
import bisect, datetime, itertools, json, os, re, subprocess, sys, tempfile

# GitHub refuses more than 65,536 characters.
LIMIT = 60_000
MARKER = "<!-- verbatim: changes -->"
BOT = "github-actions[bot]"


def git(*words, text=True):
    return subprocess.run(["git", *words], check=True, stdout=subprocess.PIPE, text=text).stdout


def gh(*words):
    return subprocess.run(["gh", *words], check=True, stdout=subprocess.PIPE, text=True).stdout


# The report


class Section:
    """A command of verbatim with its output, which ends with a line that counts what it lists."""

    def __init__(self, title, *command):
        done = subprocess.run(
            command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=dict(os.environ, NO_COLOR="1"),
        )
        self.code = done.returncode
        self.lines = (done.stdout if self.code < 2 else done.stderr).rstrip("\n").split("\n")
        counts = [line for line in self.lines if re.match(r"\d+ (changes?|interactions?): ", line)]
        self.title = f"{title}: {counts[-1] if counts else 'failed'}"

    def markdown(self, limit):
        """The heading and the output, cut after the last line within a limit of characters."""
        ends = list(itertools.accumulate(len(line) + 1 for line in self.lines))
        count = bisect.bisect_right(ends, limit)
        omitted = len(self.lines) - count
        note = [f"... and {omitted} lines, in the log of the job"] if omitted else []
        text = "\n".join(self.lines[:count] + note)
        # The text comes from providers and contributors: a longer fence than any in it keeps it plain.
        fence = "`" * max([3] + [len(run) + 1 for run in re.findall("`+", text)])
        return f"### {self.title}\n\n{fence}text\n{text}\n{fence}\n"


def markdown(introduction, sections):
    parts = [introduction + "\n"]
    parts += [section.markdown((LIMIT - 2_000) // len(sections)) for section in sections]
    return "\n".join(parts)


def publish(report, sections):
    """Prints everything in full, and makes the report the summary of the job, if there is one."""
    for section in sections:
        print("\n".join([section.title] + section.lines) + "\n")
    if not sections:
        print(report)
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(summary, "a", encoding="utf-8") as file:
            file.write(report + "\n")


# Comparing


def differs(base, *paths):
    """Whether files differ from those of a commit; new files count."""
    new = git("ls-files", "--others", "--exclude-standard", "--", *paths)
    return bool(new) or subprocess.run(["git", "diff", "--quiet", base, "--", *paths]).returncode != 0


def recordings(verbatim, base):
    """Compares the recordings of a commit with those here."""
    return Section("Recordings", verbatim, "diff", f"{base}:Recordings", "Recordings")


def changes(verbatim, base, posts):
    base = git("rev-parse", "--short", git("merge-base", base, "HEAD").strip()).strip()
    contracts, drifted = [], []
    if differs(base, "Contracts"):
        contracts = [Section("Contracts", verbatim, "diff", base, "Contracts")]
    if differs(base, "Recordings"):
        drifted = [recordings(verbatim, base)]
    sections = contracts + drifted
    introduction = f"{MARKER}\n## " + (
        "What this branch changes for the app" if sections else "No contract and no recording is changed"
    )
    if any(section.code == 1 for section in contracts):
        introduction += (
            "\n\n**The app cannot read what the contracts allow.** Change its models or the contract, or"
            " accept the change in `Contracts/overrides.json`."
        )
    report = markdown(introduction, sections)
    publish(report, sections)
    if posts:
        comment(report, opens=bool(sections))
    unable = [section.code for section in sections if section.code > 1]
    return max(unable + [section.code for section in contracts], default=0)


# Comments


def comment(report, opens):
    """Writes the report into the comment with the marker; if there is none, opens one if asked to."""
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        event = json.load(file)
    repository, pull = event["repository"]["full_name"], event["pull_request"]
    if (pull["head"]["repo"] or {}).get("full_name") != repository:
        return print("no comment: the workflow of a fork cannot write one")
    try:
        comments = f"repos/{repository}/issues/{pull['number']}/comments"
        own = [
            one["id"] for one in pages(gh("api", "--paginate", f"{comments}?per_page=100"))
            if one["user"]["login"] == BOT and one["body"].startswith(MARKER)
        ]
        if own:
            write("PATCH", f"repos/{repository}/issues/comments/{own[0]}", report)
        elif opens:
            write("POST", comments, report)
    except subprocess.CalledProcessError as error:
        # The summary has the report; that it cannot be posted is no fault of the branch.
        print(f"::warning::the comment cannot be written: gh ended with {error.returncode}")


def write(method, path, report):
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(report)
        file.flush()
        gh("api", "--method", method, path, "--field", f"body=@{file.name}")


def pages(text):
    """The elements of JSON arrays that follow each other, as `gh api --paginate` prints them."""
    elements, text = [], text.strip()
    while text:
        page, end = json.JSONDecoder().raw_decode(text)
        elements, text = elements + page, text[end:].lstrip()
    return elements


# Drift


def drift(verbatim, proposes):
    if not differs("HEAD", "Recordings", ":!Recordings/refreshed.json"):
        return print("no drift") or 0
    sections = [recordings(verbatim, "HEAD"), Section("Check", verbatim, "check")]
    verdict = {0: "hold", 1: "are broken"}.get(sections[1].code, "cannot be checked")
    day = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    introduction = f"The providers do not respond as they were recorded. The contracts {verdict}."
    report = markdown(introduction, sections)
    publish(report, sections)
    if proposes:
        propose(f"drift/{day}", f"Drift {day}: the contracts {verdict}", report)
    return max([section.code for section in sections if section.code > 1], default=0)


def propose(branch, title, report):
    """Commits the recordings to a branch, and opens a pull request or updates the one that it has."""
    git("switch", "--quiet", "--force-create", branch)
    git("add", "Recordings")
    user = ["-c", "user.name=verbatim", "-c", "user.email=verbatim@users.noreply.github.com"]
    git(*user, "commit", "--quiet", "--message", f"Recordings: refresh\n\n{title}.")
    git("push", "--quiet", "--force", "origin", branch)
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(report)
        file.flush()
        known = json.loads(gh("pr", "list", "--head", branch, "--state", "open", "--json", "number"))
        words = ["edit", str(known[0]["number"])] if known else ["create", "--head", branch]
        gh("pr", *words, "--title", title, "--body-file", file.name)


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    words = [word for word in sys.argv[1:] if word not in options]
    match words:
        case ["changes", verbatim, *base] if len(base) <= 1 and options <= {"--post"}:
            target = f"origin/{os.environ.get('GITHUB_BASE_REF') or 'main'}"
            sys.exit(changes(verbatim, base[0] if base else target, "--post" in options))
        case ["drift", verbatim] if options <= {"--propose"}:
            sys.exit(drift(verbatim, "--propose" in options))
        case _:
            print(__doc__.strip(), file=sys.stderr)
            sys.exit(2)


main()

#!/usr/bin/env python3
"""Rehearses a live recording: the providers' hosts lead to local servers with TLS, and nothing else is reached.

usage: rehearsal.py VERBATIM [--update] [NAME...]   rehearses, or only the failures with these names
       rehearsal.py --names                         compares the names in the article with the failures here

VERBATIM is the program that records the APIs. Needs Linux, `unshare` and `mount` of util-linux, and openssl: a
private namespace maps the hosts to 127.0.0.1, trusts a certificate authority made for the occasion, and has no
network. Where namespaces are not allowed, it says so and ends with 77.

Everything is recorded in a copy of the project. While each failure lasts, nothing may be replaced, and a next
step has to be named. On a healthy day, every scenario has to be live, with the bodies of the committed
recordings, without a secret, and without a finding. What `record` prints is compared with the article "The
first real recording"; --update writes it there.
"""
import difflib, json, re, sys, tempfile, time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tools"))
from docs import matches
from failures import FAILURES
from providers import KEYS, SESSION, TRANSFERS, Catalogue, Providers, exchanges
from stage import ROOT, Project, Stage, enter, start_loopback

ARTICLE = ROOT / "Sources/Tool/VerbatimKit/Verbatim.docc/FirstRealRecording.md"
# What the table leaves out.
QUERY = re.compile(r"\?[^\s'`]*[^\s'`:]")
FAILED = re.compile(r"failed(?:, (after .*?))?, no recording replaced: ")
# The fakes with other contents, new properties, and a date of another form.
ANOTHER_DAY = {
    "VERBATIM_FAKE": ",".join(
        f"{api}=new-key" for api in ("google-books", "itunes", "flickr", "reqres")) + ",reqres=other-date-format",
    "VERBATIM_FAKE_CATALOGUE": str(ROOT / "Tests/Tool/VerbatimCommandsTests/AnotherDay"),
}
# What differs from run to run.
DURATION = re.compile(r"\b\d+\.\d s(?= of waiting| \(live)")


class Rehearsal:
    """A rehearsal with the answers of two catalogues: those of the committed recordings, and others."""

    def __init__(self, stage, project, catalogue, other):
        self.stage, self.project, self.catalogue, self.other = stage, project, catalogue, other
        self.problems = 0

    def expect(self, holds, message):
        if not holds:
            self.problems += 1
            print(f"live-rehearsal: {message}", file=sys.stderr)

    def providers(self, certificate="valid", answer=None):
        return Providers(self.catalogue, self.stage.certificates[certificate], answer)

    def healthy_day(self):
        """Records all scenarios, checks what is published, and records again."""
        with self.providers() as providers:
            start = time.monotonic()
            code, _, messages = self.project.run("record")
        self.expect(code == 0, f"the recording of a healthy day ends with {code}\n{messages}")
        used = {coding for coding, _ in providers.transfers if coding}
        self.expect("gzip" in used, "no answer was compressed")
        endings = {ending for _, ending in providers.transfers}
        self.expect(endings == {ending for _, ending in TRANSFERS}, f"not every way of a transfer was used: {endings}")
        print(
            f"a healthy day: {len(self.catalogue.names)} scenarios and {len(providers.requests)} requests in "
            f"{time.monotonic() - start:.0f} s, with {', '.join(sorted(used))}")
        self.compare()
        code, output, _ = self.project.run("check")
        self.expect(code == 0, f"the check of a healthy day ends with {code}\n{output}")
        self.repeat()

    def compare(self):
        """Compares what is published with the committed recordings."""
        encoded = 0
        for name in self.catalogue.names:
            new, old = self.project.folder / f"Recordings/{name}.har", ROOT / f"Recordings/{name}.har"
            log = json.loads(new.read_text(encoding="utf-8"))["log"]
            self.expect(log.get("_origin") == "live", f"{name} is not live")
            for (request, known), (_, found) in zip(exchanges(old), exchanges(new), strict=True):
                self.expect((known.status, known.body) == (found.status, found.body), f"{name}: {request.url} differs")
            for entry in log["entries"]:
                names = [header["name"].lower() for header in entry["response"]["headers"]]
                self.expect(names.count("set-cookie") == 2, f"{name} has not both cookies")
                encoded += "content-encoding" in names
                self.expect("transfer-encoding" not in names, f"{name} has a transfer coding")
        self.expect(encoded > 0, "no recording has a Content-Encoding")
        for file in (self.project.folder / "Recordings").rglob("*"):
            text = file.read_bytes() if file.is_file() else b""
            for secret in (SESSION, *KEYS.values()):
                self.expect(secret.encode() not in text, f"{file} has a secret")

    def repeat(self):
        """Records a second time; nothing may change. iTunes, which takes a minute, with two scenarios."""
        self.project.commit()
        with self.providers():
            for words in (["google-books", "flickr", "reqres"], ["itunes", "--scenario", "lookup"]):
                code, _, messages = self.project.run("record", *words)
                self.expect(code == 0, f"the second recording ends with {code}\n{messages}")
        self.expect(not self.project.changed, f"a second recording changes {', '.join(self.project.changed)}")
        self.project.restore()


    def another_day(self, *apis):
        """Records from providers whose answers differ from the recordings, and returns what is printed."""
        with Providers(self.other, self.stage.certificates["valid"]):
            code, output, messages = self.project.run("record", *apis)
        self.expect(code == 0, f"the recording of another day ends with {code}")
        self.project.restore()
        return (messages + output).splitlines()

    def rows(self, failures):
        """Records while each failure lasts, and returns the rows of the article about them."""
        return [self.row(failure) for failure in failures]

    def row(self, failure):
        api, scenario = failure.scenario.split("/")
        self.stage.resolve(self.stage.hosts if failure.resolves else [])
        with self.providers(failure.certificate, failure.answer):
            code, output, messages = self.project.run(
                "record", api, "--scenario", scenario, "--retries", str(failure.retries), keys=failure.keys)
        self.stage.resolve(self.stage.hosts)
        published = ", ".join(f"`{name}`" for name in self.project.changed) or "nothing"
        self.project.restore()
        said, step = summary(messages + output, api, failure.scenario)
        self.expect(
            code == 0 or published == "nothing" and step, f"{failure.name}: something is replaced, or no step is named")
        return "| " + " | ".join([failure.name, said, published, str(code), step]) + " |"


def summary(text, api, scenario):
    """What a recording says went wrong or was found, as code, and its next step."""
    lines = text.splitlines()
    said = [line.removeprefix(f"{scenario}: ") for line in lines if line.startswith(f"{scenario}: ")]
    said += [line for line in lines if line.startswith(("breaking: ", "warning: "))]
    said += [line.removeprefix(api).strip() for line in lines if line.startswith(f"{api} ")]
    steps = [line.strip().removeprefix("next: ") for line in lines if line.strip().startswith("next: ")]
    said = FAILED.sub(lambda match: f"{match[1]}: " if match[1] else "", DURATION.sub("1 s", said[0]))
    said = QUERY.sub("?…", said)
    said = said if len(said) <= 160 else said[:159] + "…"
    fence = "``" if "`" in said else "`"
    return (fence + said.replace("|", "\\|") + fence), "; ".join(steps).replace("|", "\\|")


# The article


HEAD = ["| failure | `record` says | published | exit code | next step |", "|---|---|---|---|---|"]
PART = r"(<!-- rehearsal: {} -->\n+)(```text\n.*?```\n|(?:\|[^\n]*\n)+)"


class Article:
    """The article, whose parts after `<!-- rehearsal: NAME -->` are what a rehearsal shows."""

    def __init__(self):
        self.text = ARTICLE.read_text(encoding="utf-8")

    def part(self, name):
        return re.search(PART.format(name), self.text, re.S)

    def compare(self, name, found, updates):
        """Whether a part has these lines; `...` in it matches any. Otherwise shows or writes the difference."""
        part = self.part(name)
        expected = [line for line in part[2].splitlines() if not line.startswith("```")]
        if matches(expected, found):
            return True
        difference = difflib.unified_diff(expected, found, ARTICLE.name, "rehearsed", lineterm="", n=0)
        print(*difference, sep="\n", file=sys.stderr)
        if updates:
            text = "\n".join(found) + "\n"
            text = text if part[2].startswith("|") else f"```text\n{text}```\n"
            self.text = self.text[:part.start(2)] + text + self.text[part.end(2):]
            ARTICLE.write_text(self.text, encoding="utf-8")
        return False

    @property
    def failures(self):
        """The names in the table of failures."""
        return [row.split("|")[1].strip() for row in self.part("failures")[2].splitlines()[2:]]


def compare_names():
    """Compares the failures in the article with those here, which needs no namespace."""
    known, written = [failure.name for failure in FAILURES], Article().failures
    if known == written:
        return 0
    for name in sorted({*known, *written} - ({*known} & {*written})) or ["another order"]:
        print(f"{ARTICLE.name}: the table of failures differs from Tests/live/failures.py: {name}", file=sys.stderr)
    print("next: run `make live-rehearsal UPDATE=1`", file=sys.stderr)
    return 1


def rehearse(verbatim, names, updates):
    chosen = [failure for failure in FAILURES if not names or failure.name in names]
    with tempfile.TemporaryDirectory(prefix="verbatim-rehearsal-") as temporary:
        folder = Path(temporary)
        for name in ("stage", "project", "bin"):
            (folder / name).mkdir()
        # The article calls the program by the name that it has for everyone.
        (folder / "bin/verbatim").symlink_to(Path(verbatim).resolve())
        project = Project(folder / "project", folder / "bin/verbatim")
        start_loopback()
        catalogue = Catalogue(ROOT / "Recordings", project.live)
        project.run(
            "record", "--origin", "fake", "--recordings", str(folder / "another-day"), settings=ANOTHER_DAY)
        other = Catalogue(folder / "another-day", catalogue.names)
        stage = Stage(folder / "stage", catalogue.hosts | other.hosts)
        rehearsal, article = Rehearsal(stage, project, catalogue, other), Article()
        rows = rehearsal.rows(chosen)
        if names:
            print(*rows, sep="\n")
            return 0 if set(rows) <= set(article.text.splitlines()) else 1
        print(f"{len(rows)} failures")
        same = [article.compare("failures", HEAD + rows, updates)]
        same.append(article.compare("first recording", rehearsal.another_day(), updates))
        rehearsal.healthy_day()
        same.append(article.compare("another week", rehearsal.another_day("google-books", "flickr"), updates))
    if not all(same) and not updates:
        print(f"live-rehearsal: {ARTICLE.name} differs", file=sys.stderr)
        print("next: `make live-rehearsal UPDATE=1` writes it", file=sys.stderr)
    return 1 if rehearsal.problems or not (all(same) or updates) else 0


def main():
    match [word for word in sys.argv[1:] if word != "--update"]:
        case ["--names"]:
            sys.exit(compare_names())
        case ["--inside", verbatim, *names]:
            sys.exit(rehearse(verbatim, names, "--update" in sys.argv))
        case [verbatim, *_] if not verbatim.startswith("--"):
            sys.exit(enter(__file__))
        case _:
            print(__doc__.strip(), file=sys.stderr)
            sys.exit(2)


main()

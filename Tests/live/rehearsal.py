#!/usr/bin/env python3
"""Rehearses a live recording: the providers' hosts lead to local servers with TLS, and nothing else is reached.

usage: rehearsal.py VERBATIM [--update] [NAME...]   rehearses, or only the failures with these names
       rehearsal.py --names                         compares the names in the article with the failures here

VERBATIM is the program that records the APIs. Needs Linux, `unshare` and `mount` of util-linux, and openssl: a
private namespace maps the hosts to 127.0.0.1, trusts a certificate authority made for the occasion, and has no
network. Where namespaces are not allowed, it says so and ends with 77.

A healthy day comes first: every scenario is recorded live, in a copy of the project, and must have the bodies
of the committed recordings, no secret, and no finding. Then each failure: what `record` says, what it
publishes, its exit code and its next step are compared with the article "The first real recording"; --update
writes them there.
"""
import difflib, fcntl, json, os, re, shutil, socket, struct, subprocess, sys, tempfile, time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[1] / "tools"))
from docs import matches
from failures import FAILURES
from providers import KEYS, SESSION, TRANSFERS, Catalogue, Providers, exchanges

ROOT = Path(__file__).resolve().parents[2]
ARTICLE = ROOT / "Sources/Tool/VerbatimKit/Verbatim.docc/FirstRealRecording.md"
NOT_ALLOWED = 77
# What is left out of the URLs in the table.
QUERY = re.compile(r"\?[^\s:'`]+")
# The fakes with other contents, new properties, and a date of another form.
ANOTHER_DAY = {
    "VERBATIM_FAKE": ",".join(
        f"{api}=new-key" for api in ("google-books", "itunes", "flickr", "reqres")) + ",reqres=other-date-format",
    "VERBATIM_FAKE_CATALOGUE": str(ROOT / "Tests/Tool/VerbatimCommandsTests/AnotherDay"),
}
BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
# What differs from run to run.
DURATION = re.compile(r"\b\d+\.\d s(?= of waiting| \(live)")


# The namespace


def enter():
    """Runs this script again in a namespace of its own, and returns its exit code."""
    words = ["unshare", "--map-root-user", "--net", "--mount", "--propagation", "private"]
    try:
        tried = subprocess.run([*words, "mount", "--bind", "/etc/hosts", "/etc/hosts"], capture_output=True, text=True)
        reason = tried.stderr.strip() if tried.returncode else ""
    except FileNotFoundError as error:
        reason = str(error)
    if reason:
        print(
            f"live-rehearsal: not run, as a private namespace is not allowed here: {reason}\n"
            "next: run it on Linux, in a container with `--privileged`", file=sys.stderr)
        return NOT_ALLOWED
    return subprocess.run([*words, sys.executable, __file__, "--inside", *sys.argv[1:]]).returncode


def start_loopback():
    """Starts the interface of 127.0.0.1, which a new namespace has stopped: netdevice(7)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        request = struct.pack("16sh14x", b"lo", 0x1 | 0x40)
        fcntl.ioctl(end, 0x8914, request)


def mount(source, target):
    subprocess.run(["mount", "--bind", source, target], check=True)


class Stage:
    """The files that replace those of the system, and the certificates of the servers."""

    def __init__(self, folder, hosts):
        self.folder, self.hosts = folder, hosts
        self.names = folder / "hosts"
        self.resolve(hosts)
        self.authority("own")
        self.authority("unknown")
        self.certificates = {
            "valid": self.certificate("valid", "own", hosts),
            "expired": self.certificate("expired", "own", hosts, days=-1),
            "unknown": self.certificate("unknown-host", "unknown", hosts),
            "other host": self.certificate("other", "own", ["other.example"]),
        }
        bundle = next(path for path in BUNDLES if os.path.exists(path))
        trusted = folder / "bundle.pem"
        trusted.write_bytes(Path(bundle).read_bytes() + (folder / "own.pem").read_bytes())
        mount(trusted, bundle)
        mount(self.names, "/etc/hosts")

    def resolve(self, hosts):
        """Maps hosts to 127.0.0.1, and no others."""
        lines = [f"127.0.0.1 {host}" for host in ["localhost", *sorted(hosts)]]
        self.names.write_text("\n".join(lines) + "\n")

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def authority(self, name):
        self.openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
            "-subj", f"/CN={name} authority of a rehearsal", "-keyout", f"{name}.key", "-out", f"{name}.pem")

    def certificate(self, name, authority, hosts, days=2):
        """Makes a certificate for some hosts, which ends in some days, and returns its file."""
        (self.folder / "names").write_text("subjectAltName=" + ",".join(f"DNS:{host}" for host in hosts))
        self.openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=rehearsal",
            "-keyout", f"{name}.key", "-out", "request")
        self.openssl(
            "x509", "-req", "-in", "request", "-CA", f"{authority}.pem", "-CAkey", f"{authority}.key",
            "-CAcreateserial", "-days", str(days), "-extfile", "names", "-out", f"{name}.pem")
        both = self.folder / f"{name}.both"
        both.write_bytes((self.folder / f"{name}.pem").read_bytes() + (self.folder / f"{name}.key").read_bytes())
        return both


# A project


class Project:
    """A copy of what a recording reads and writes, committed to a repository of its own."""

    def __init__(self, folder, verbatim):
        self.folder, self.verbatim = folder, verbatim
        for name in ("Contracts", "Recordings", "Sources/App/VerbatimAppClients"):
            shutil.copytree(ROOT / name, folder / name)
        self.git("init", "--quiet")
        self.commit()

    def git(self, *words):
        words = ["git", "-c", "user.name=rehearsal", "-c", "user.email=rehearsal@example", *words]
        return subprocess.run(words, cwd=self.folder, check=True, stdout=subprocess.PIPE, text=True).stdout

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "Rehearsal")

    def restore(self):
        self.git("checkout", "--quiet", "--force", ".")
        self.git("clean", "--quiet", "--force", "-d")

    @property
    def changed(self):
        """The recordings that differ from the last commit, without the log of days."""
        lines = self.git("status", "--porcelain", "--untracked-files=all", "Recordings").splitlines()
        names = {Path(line[3:]).with_suffix("") for line in lines if not line.endswith("refreshed.json")}
        return sorted({"/".join(name.parts[1:3]) for name in names})

    def run(self, *words, keys=KEYS, settings={}):
        """Runs the program with some keys and without a proxy; returns its exit code, output and messages."""
        kept = {
            name: value for name, value in os.environ.items()
            if name not in KEYS and not name.lower().endswith("_proxy") and not name.startswith("VERBATIM_")
        }
        done = subprocess.run(
            [self.verbatim, *words], cwd=self.folder, text=True, capture_output=True, stdin=subprocess.DEVNULL,
            env={**kept, **keys, **settings, "NO_COLOR": "1"}, timeout=900)
        return done.returncode, done.stdout, done.stderr

    @property
    def live(self):
        """The names of the scenarios that are asked live."""
        _, plan, _ = self.run("record", "--dry-run")
        return [line.split()[0] for line in plan.splitlines() if line.endswith(" recorded") and "/" in line.split()[0]]


# The rehearsal


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


    def first_recording(self):
        """Records from providers that differ from the committed fakes, and returns what is printed."""
        with Providers(self.other, self.stage.certificates["valid"]):
            code, output, messages = self.project.run("record")
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
        return "| " + " | ".join([failure.name, said, published, str(code), step]) + " |"


def summary(text, api, scenario):
    """What a recording says went wrong or was found, as code, and its next step."""
    lines = text.splitlines()
    said = [line.removeprefix(f"{scenario}: ") for line in lines if line.startswith(f"{scenario}: ")]
    said += [line for line in lines if line.startswith(("breaking: ", "warning: "))]
    said += [line.removeprefix(api).strip() for line in lines if line.startswith(f"{api} ")]
    steps = [line.strip().removeprefix("next: ") for line in lines if line.strip().startswith("next: ")]
    said = QUERY.sub("?…", DURATION.sub("1 s", said[0].replace("failed, no recording replaced: ", "")))
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
        same.append(article.compare("first recording", rehearsal.first_recording(), updates))
        rehearsal.healthy_day()
    if not all(same) and not updates:
        print(f"live-rehearsal: {ARTICLE.name} differs\nnext: `make live-rehearsal UPDATE=1` writes it", file=sys.stderr)
    return 1 if rehearsal.problems or not (all(same) or updates) else 0


def main():
    match [word for word in sys.argv[1:] if word != "--update"]:
        case ["--names"]:
            sys.exit(compare_names())
        case ["--inside", verbatim, *names]:
            sys.exit(rehearse(verbatim, names, "--update" in sys.argv))
        case [verbatim, *_] if not verbatim.startswith("--"):
            sys.exit(enter())
        case _:
            print(__doc__.strip(), file=sys.stderr)
            sys.exit(2)


main()

"""Where a rehearsal takes place: a private namespace with hosts and certificates of its own, and a copy of the
project.
"""
import fcntl, os, shutil, socket, struct, subprocess, sys
from pathlib import Path

from providers import KEYS

ROOT = Path(__file__).resolve().parents[2]
NOT_ALLOWED = 77
BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]


# The namespace


def enter(script):
    """Runs a script again in a namespace of its own, and returns its exit code."""
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
    return subprocess.run([*words, sys.executable, script, "--inside", *sys.argv[1:]]).returncode


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

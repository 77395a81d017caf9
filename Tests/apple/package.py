"""The package that is probed: its files, and the commands that are run on it."""
import os, re, subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WORK = os.path.join(ROOT, ".build", "apple-probe")


class Failure(Exception):
    """A step that failed: what is wrong, where, and what to do."""


class Unavailable(Exception):
    """A step that this machine cannot run, and what it lacks."""


def run(*command: str, strict: bool = False) -> str:
    """The output of a command that must succeed."""
    environment = {key: value for key, value in os.environ.items() if key != "VERBATIM_STRICT"}
    if strict:
        environment["VERBATIM_STRICT"] = "1"
    done = subprocess.run(
        command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        lines = done.stdout.split("\n")
        errors = [line for line in lines if re.search(r"\berror:|✘", line)]
        raise Failure("\n".join((list(dict.fromkeys(errors)) or lines)[:20]))
    return done.stdout


def read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def files(root: str, *endings: str):
    """The files of the package below Sources and Tests, as paths from its root."""
    for top in ("Sources", "Tests"):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = [
                name for name in sorted(folders)
                if not name.startswith(".") and os.path.relpath(os.path.join(folder, name), root)
                not in ("Tests/Adoption", "Tests/apple")
            ]
            for name in sorted(names):
                if name.endswith(endings or ("",)):
                    yield os.path.relpath(os.path.join(folder, name), root)


def is_plugin(text: str) -> bool:
    """Whether a source is one of a plugin, which runs where the package is built: on macOS or Linux."""
    return re.search(r"^import PackagePlugin$", text, re.M) is not None

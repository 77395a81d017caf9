#!/usr/bin/env python3
"""Runs the commands in README.md and the DocC articles and compares their output with what is written there.

usage: docs.py [--update] VERBATIM [FILE...]

Every block has a language, which says how it is tested:

console  commands after `$ ` with their output, which is compared; a line `...` in it matches any lines
sh       commands without their output; each block has to succeed
json     a document, or the members of an object; it is parsed
yaml     a document; it is parsed by the program
swift    compiled by `make adoption`, in a package that depends on this one
python   a program, which `make distributed` runs
text     no code: names of files, or output that a unit test compares

The commands of a file run in one scratch copy of Contracts, Recordings and Sources, with `verbatim` on the
path. HTML comments before a block, which readers do not see, are directives:

run: COMMAND     runs a command, which has to succeed
file: PATH       writes the next block to a file of the scratch copy
answers: A, B    gives the next command a terminal, and types an answer at each of its questions
in: package      the next block runs in `make adoption`, as all do that begin with `swift`; `in: Xcode` and
                 `in: clone`, nowhere
swift: KIND      see adoption.py

--update writes the output that differs into the file, to be read and shortened by hand.
"""
import difflib, json, os, pty, re, select, shutil, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STEP = re.compile(
    r"^ *<!-- (?P<name>run|file|answers|in|swift): (?P<value>.*?) -->$"
    r"|^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$",
    re.M | re.S,
)
LANGUAGES = {"console", "sh", "json", "yaml", "swift", "text", "python"}
# A command of SwiftPM, after assignments to environment variables.
SWIFT = re.compile(r"^(\w+=\S* )*swift ", re.M)
# What differs from run to run: how long something took.
VARYING = re.compile(r"\b\d+\.\d s\b|\bsince \d{4}-\d\d-\d\d\b")


def articles():
    yield "README.md"
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "Sources"))):
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


class Block:
    """A block of a file with the directives before it."""

    def __init__(self, path, line, match, directives):
        self.path, self.line, self.directives = path, line, directives
        self.language, self.span = match.group("language"), match.span("text")
        indent = match.group("indent")
        lines = match.group("text").splitlines(keepends=True)
        self.text = "".join(line.removeprefix(indent) for line in lines)
        if self.language == "sh" and SWIFT.search(self.text):
            self.directives.setdefault("in", "package")


def blocks(path):
    """The blocks of a file, and its commands that readers do not see, in order."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    directives = {}
    for step in STEP.finditer(text):
        if step.group("name") == "run":
            yield step.group("value")
        elif step.group("name"):
            directives[step.group("name")] = step.group("value")
        else:
            yield Block(path, text.count("\n", 0, step.start()) + 1, step, directives)
            directives = {}


# Running


def scratch(program):
    folder = tempfile.mkdtemp(prefix="verbatim-docs-")
    for name in ("Contracts", "Recordings", "Sources"):
        shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
    binaries = os.path.join(folder, ".bin")
    os.makedirs(binaries)
    os.symlink(os.path.abspath(program), os.path.join(binaries, "verbatim"))
    # The targets of the Makefile use the program that is there.
    with open(os.path.join(binaries, "make"), "w", encoding="utf-8") as file:
        words = f"-f {ROOT}/Makefile -o .build/make-debug DEBUG=.build/make-debug VERBATIM=verbatim"
        file.write("#!/bin/sh\nmkdir -p .build && touch .build/make-debug\n")
        file.write(f'exec {shutil.which("make")} {words} "$@"\n')
        os.chmod(file.name, 0o755)
    for command in ("git init -q", "git add .", "git -c user.name=v -c user.email=v commit -qm Start"):
        subprocess.run(command.split(), cwd=folder, check=True)
    return folder


def environment(folder):
    path = os.path.join(folder, ".bin") + ":" + os.environ["PATH"]
    # Nothing is recorded from a provider: `make record` uses the fake ones, and there are no keys.
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return dict(kept, PATH=path, NO_COLOR="1", ORIGIN="fake")


def run(command, folder):
    """The exit code and the output of a command, as lines."""
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment(folder), text=True, timeout=300,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    return done.returncode, [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")]


def converse(command, answers, folder):
    """The same for a command in a terminal, which gets an answer for each line that ends with a colon."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe("bash", ["bash", "-c", command], dict(environment(folder), TERM="dumb", COLUMNS="1000"))
    printed, end = b"", time.monotonic() + 60
    answers = list(answers)
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            read = os.read(terminal, 65536)
        except OSError:
            break
        if not read:
            break
        printed += read
        if answers and printed.endswith(b": "):
            os.write(terminal, (answers.pop(0) + "\n").encode())
    else:
        os.kill(process, 9)
    os.close(terminal)
    code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    text = printed.decode("utf-8", "replace").replace("\r\n", "\n").rstrip("\n")
    return code, [line.rstrip() for line in text.split("\n")]


# Comparing


def same(expected, printed):
    return VARYING.sub("", expected) == VARYING.sub("", printed)


def matches(expected, printed):
    """Whether lines are as expected, where `...` matches any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(matches(expected[1:], printed[index:]) for index in range(len(printed) + 1))
    return bool(printed) and same(expected[0], printed[0]) and matches(expected[1:], printed[1:])


def commands(block):
    """The commands of a block with the lines that they are said to print."""
    steps = []
    for line in block.rstrip("\n").split("\n"):
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line.rstrip())
    return steps


def trimmed(lines):
    return lines[: len(lines) - 1] if lines and not lines[-1] else lines


def parses(text):
    """Whether a text is JSON, or members of an object."""
    for candidate in (text, "{" + text + "}"):
        try:
            json.loads(candidate)
            return True
        except ValueError:
            pass
    return False


class Article:
    """A file whose blocks are run one after the other in one scratch copy."""

    def __init__(self, path, program):
        self.path, self.program = path, program
        self.made = None
        self.ran = self.failed = 0
        self.replacements = []

    @property
    def folder(self):
        """The scratch copy, made when the first command needs it."""
        self.made = self.made or scratch(self.program)
        return self.made

    def fail(self, line, message):
        self.failed += 1
        print(f"{self.path}:{line}: {message}", file=sys.stderr)

    def check(self):
        try:
            for block in blocks(self.path):
                if isinstance(block, str):
                    self.prepare(block)
                else:
                    self.check_block(block)
        finally:
            if self.made:
                shutil.rmtree(self.made)

    def prepare(self, command):
        code, printed = run(command, self.folder)
        if code:
            self.fail(1, f"'{command}' ends with {code}\n" + "\n".join(printed))

    def check_block(self, block):
        if path := block.directives.get("file"):
            os.makedirs(os.path.dirname(os.path.join(self.folder, path)) or ".", exist_ok=True)
            with open(os.path.join(self.folder, path), "w", encoding="utf-8") as file:
                file.write(block.text)
        match block.language:
            case "console":
                self.compare(block)
            case "sh" if "in" not in block.directives:
                self.ran += 1
                code, printed = run("set -e\n" + block.text, self.folder)
                if code:
                    self.fail(block.line, f"the block ends with {code}\n" + "\n".join(printed))
            case "json" if not parses(block.text):
                self.fail(block.line, "no JSON")
            case "yaml":
                with open(os.path.join(self.folder, "block.yaml"), "w", encoding="utf-8") as file:
                    file.write(block.text)
                code, printed = run("verbatim schema <(echo true) block.yaml", self.folder)
                if code:
                    self.fail(block.line, "\n".join(printed))
            case language if language not in LANGUAGES:
                self.fail(block.line, f"no language: use one of {', '.join(sorted(LANGUAGES))}")

    def compare(self, block):
        lines, answers = [], block.directives.get("answers")
        differs = False
        for command, expected in commands(block.text):
            self.ran += 1
            if answers:
                printed = converse(command, answers.split(", "), self.folder)[1]
            else:
                printed = run(command, self.folder)[1]
            printed, expected = trimmed(printed), trimmed(expected)
            lines.append("$ " + command)
            if matches(expected, printed):
                lines += expected
                continue
            differs = True
            lines += printed
            self.fail(block.line, f"'{command}' prints something else")
            print("\n".join(difflib.unified_diff(expected, printed, "written", "printed", lineterm="")))
        if differs:
            self.replacements.append((block.span, "\n".join(lines) + "\n"))

    def update(self):
        with open(os.path.join(ROOT, self.path), encoding="utf-8") as file:
            text = file.read()
        for (start, end), replacement in reversed(self.replacements):
            text = text[:start] + replacement + text[end:]
        with open(os.path.join(ROOT, self.path), "w", encoding="utf-8") as file:
            file.write(text)


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    program, *paths = [argument for argument in arguments if argument != "--update"]
    ran = failed = 0
    for path in paths or articles():
        article = Article(path, program)
        article.check()
        if update and article.replacements:
            article.update()
        ran, failed = ran + article.ran, failed + article.failed
    print(f"{ran} commands, {failed} failures")
    sys.exit(1 if failed or not ran else 0)


if __name__ == "__main__":
    main()

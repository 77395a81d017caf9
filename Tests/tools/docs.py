#!/usr/bin/env python3
"""Runs the commands in README.md and the DocC articles and compares their output with what is written there.

usage: docs.py [--update] VERBATIM [FILE...]

A block fenced as `console` holds commands after `$ ` and their output; a line `...` in it matches any lines.
The commands of a file run in one scratch copy of Contracts, Recordings and Sources, with `verbatim` on the
path. An HTML comment `<!-- run: COMMAND -->` runs a command that readers do not see. --update writes the output
that differs into the file, to be read and shortened by hand.
"""
import difflib, os, re, shutil, subprocess, sys, tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STEP = re.compile(r"^<!-- run: (?P<hidden>.*?) -->$|^```console\n(?P<block>.*?)^```$", re.M | re.S)


def articles():
    yield "README.md"
    for folder, _, names in sorted(os.walk(os.path.join(ROOT, "Sources"))):
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def scratch(program):
    folder = tempfile.mkdtemp(prefix="verbatim-docs-")
    for name in ("Contracts", "Recordings", "Sources"):
        shutil.copytree(os.path.join(ROOT, name), os.path.join(folder, name))
    os.makedirs(os.path.join(folder, ".bin"))
    os.symlink(os.path.abspath(program), os.path.join(folder, ".bin", "verbatim"))
    for command in ("git init -q", "git add .", "git -c user.name=v -c user.email=v commit -qm Start"):
        subprocess.run(command.split(), cwd=folder, check=True)
    return folder


def run(command, folder):
    environment = dict(os.environ, PATH=os.path.join(folder, ".bin") + ":" + os.environ["PATH"], NO_COLOR="1")
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, text=True, timeout=300,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    return [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")]


def matches(expected, printed):
    """Whether lines are as expected, where `...` stands for any number of lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(matches(expected[1:], printed[index:]) for index in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


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


def check(path, program, update):
    """The number of commands in a file and of those that print something else."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    folder, ran, failed, pieces, end = scratch(program), 0, 0, [], 0
    try:
        for step in STEP.finditer(text):
            if step.group("hidden"):
                run(step.group("hidden"), folder)
                continue
            lines = []
            for command, expected in commands(step.group("block")):
                ran += 1
                printed, expected = trimmed(run(command, folder)), trimmed(expected)
                lines.append("$ " + command)
                if matches(expected, printed):
                    lines += expected
                    continue
                failed += 1
                lines += printed
                number = text.count("\n", 0, step.start()) + 2
                print(f"{path}:{number}: '{command}' prints something else", file=sys.stderr)
                print("\n".join(difflib.unified_diff(expected, printed, "written", "printed", lineterm="")))
            pieces += [text[end : step.start("block")], "\n".join(lines) + "\n"]
            end = step.end("block")
    finally:
        shutil.rmtree(folder)
    if update and failed:
        with open(os.path.join(ROOT, path), "w", encoding="utf-8") as file:
            file.write("".join(pieces) + text[end:])
    return ran, failed


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    program, *paths = [argument for argument in arguments if argument != "--update"]
    ran = failed = 0
    for path in paths or articles():
        more, wrong = check(path, program, update)
        ran, failed = ran + more, failed + wrong
    print(f"{ran} commands, {failed} print something else")
    sys.exit(1 if failed or not ran else 0)


main()

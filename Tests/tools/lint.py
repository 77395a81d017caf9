#!/usr/bin/env python3
"""Checks what the compiler and swift-format do not: names, modules, width and wording.

usage: lint.py             checks the package this file belongs to
       lint.py commit FILE checks the message of a commit, as the hook .githooks/commit-msg does

- No two top-level types in Sources have the same name.
- Modules in Package.swift import modules of lower levels only.
- No two targets or products in Package.swift differ in case only.
- No source uses the types of the standard library that programs on macOS 15 lack.
- No line is wider than 110 columns, unless a string literal, a URL or a Markdown table makes it so.
- The tests that the article Threat model names exist.
- Suites that record print nothing about it.
- Comments, messages and documents do not use idioms that are no English.
"""
import os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WIDTH = 110
SUBJECT = 72

IDIOMS = [
    (r"\bstands?\b(?! (for|alone|out|in for)\b)", "stands", "is, appears, is written"),
    (r"\bbehind\b(?! an? )", "behind", "after, following"),
    (r"(?<!there )\b(is|are|be|was) none\b", "is none", "is not a ..., there is no ..."),
    (r"\bany more\b", "any more", "no longer"),
    (r"\b(tell|tells|telling|told)\b(?!( \S+){0,3} apart)", "tell", "report, say, describe"),
    (r"\bwhoever\b", "whoever", "the caller, anyone who"),
    (r"\bnobody\b", "nobody", "no one, nothing; name the subject"),
    (r"\bblanks?\b", "blank", "space"),
    (r"\bfor ever\b", "for ever", "indefinitely"),
    (r"\bwhat is so\b|\bas it comes\b|\bas one can\b", "a free relative clause", "a noun"),
    # In quotes, it is a part of the name of a host.
    (r"\bstand-ins?\b|(?<![\"`])\bsandbox\b", "stand-in, sandbox", "fake provider"),
]
# The idioms themselves are listed here, and words that a table or a grammar defines.
EXEMPT = {"Tests/tools/lint.py", "Tests/Adoption/Package.swift"}

TYPE = re.compile(
    r"(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|private|fileprivate|final|indirect) )*"
    r"(?:struct|class|enum|actor|protocol|typealias) (\w+)"
)
STRING = re.compile(r'#*"(?:\\.|[^"\\])*"#*')


def files():
    """The files that git tracks or would track, as paths from the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\n")
    return [path for path in listed if path and os.path.isfile(os.path.join(ROOT, path))]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read().split("\n")


def types(paths):
    """Top-level types that two files of Sources declare."""
    seen = {}
    for path in paths:
        if not (path.startswith("Sources/") and path.endswith(".swift")):
            continue
        for number, line in enumerate(read(path), 1):
            match = TYPE.match(line)
            if match:
                seen.setdefault(match.group(1), []).append(f"{path}:{number}")
    for name, locations in sorted(seen.items()):
        if len(locations) > 1:
            yield f"{locations[1]}: type '{name}' is declared at {locations[0]} as well: rename one of them"


def levels():
    """Imports in Package.swift that do not go to a lower level."""
    text = "\n".join(read("Package.swift"))
    modules = {}
    form = r"Module\(\s*level: (\d+), path: \"\w+/(\w+)\",\s*imports: \[(.*?)\]"
    for match in re.finditer(form, text, re.S):
        modules[match.group(2)] = (int(match.group(1)), re.findall(r'"(\w+)"', match.group(3)))
    if not modules:
        yield "Package.swift: no modules found: teach this script its form"
    for name, (level, imports) in modules.items():
        for imported in imports:
            if imported in modules and modules[imported][0] >= level:
                yield (
                    f"Package.swift: {name} (level {level}) imports {imported} "
                    f"(level {modules[imported][0]}): imports go to lower levels only"
                )


NAMES = re.compile(r'path: "\w+/(\w+)"|\(\s*"([\w-]+)", "|name: "([\w-]+)"')


def clashes(manifest):
    """Names of targets and products that differ in case only: one folder of a build on Apple's file system."""
    seen = {}
    for match in NAMES.finditer(manifest):
        name = match.group(match.lastindex)
        other = seen.setdefault(name.lower(), name)
        if other != name:
            yield f"Package.swift: '{name}' and '{other}' differ in case only: rename one of them"


# The forms of names in Package.swift.
CLASHES = ['path: "Tool/Verbatim", programs: ("verbatim", "Tool/Main")', 'name: "A-b", name: "a-B"']


def check_clashes():
    """Whether clashes are found: a manifest of another form would have none."""
    for manifest in CLASHES:
        if not list(clashes(manifest)):
            yield f"Tests/tools/lint.py: no clash found in {manifest}"


NEWER = re.compile(r"\b(?:Mutable|Output)?Span<|\b(?:Mutable|Output)?RawSpan\b|\bUTF8Span\b|\bInlineArray\b")


def newer(paths):
    """Types for which a program on macOS 15 needs a library that SwiftPM does not copy to it."""
    for path in paths:
        if path.startswith("Sources/") and path.endswith(".swift"):
            for number, line in enumerate(read(path), 1):
                found = NEWER.search(STRING.sub("", line.split("//")[0]))
                if found:
                    yield f"{path}:{number}: '{found.group()}' does not exist on macOS 15: use ByteSpan, or a buffer"


def prose(path, lines):
    """The words of a file that people read: (number, text)."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if path.endswith(".md"):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            if not fenced:
                yield number, re.sub(r"`[^`]*`", "", line)
        elif path.endswith(".swift"):
            code = STRING.sub("", line)
            comment = re.search(r"//+(.*)", code)
            strings = " ".join(STRING.findall(line.split("//")[0]))
            name = " ".join(re.findall(r"func (`[^`]*`)", line))
            words = " ".join([strings, name, line[line.index("//"):] if comment else ""])
            if words.strip():
                yield number, re.sub(r"(?<!func )`[^` ]*`", "", words)
        elif os.path.basename(path) == "Makefile" or path.endswith((".yml", ".py")):
            comment = re.search(r"#(.*)", line)
            if comment:
                yield number, comment.group(1)


def wording(paths):
    for path in paths:
        if path in EXEMPT or "/Recordings/" in path or not is_ours(path):
            continue
        for number, text in prose(path, read(path)):
            for pattern, idiom, instead in IDIOMS:
                if re.search(pattern, text, re.I):
                    yield f"{path}:{number}: '{idiom}' is no English here: {instead}"


def is_ours(path):
    return path.endswith((".swift", ".md", ".py", ".yml")) or os.path.basename(path) == "Makefile"


def width(paths):
    for path in paths:
        if not path.endswith((".swift", ".md")) or path.endswith("Tables.swift"):
            continue
        literal = fenced = False
        for number, line in enumerate(read(path), 1):
            if path.endswith(".swift") and line.count('"""') == 1:
                literal = not literal
            if path.endswith(".md") and line.lstrip().startswith("```"):
                fenced = not fenced
            if len(line) <= WIDTH or literal or fenced or "://" in line:
                continue
            if path.endswith(".md") and (line.startswith(("|", "<!--")) or "](" in line):
                continue
            if path.endswith(".swift") and not line.lstrip().startswith("//") and STRING.search(line):
                continue
            yield f"{path}:{number}: {len(line)} columns, {WIDTH} at most"


THREATS = "Sources/Tool/VerbatimKit/Verbatim.docc/ThreatModel.md"


def threats(paths):
    """Suites that the article names and no file of the tests declares, and attacks that it does not name."""
    swift = [path for path in paths if path.startswith("Tests/") and path.endswith("Tests.swift")]
    declared = set(re.findall(r"\bstruct (\w+Tests)\b", "\n".join("\n".join(read(path)) for path in swift)))
    lines = read(THREATS)
    named = [(number, name) for number, line in enumerate(lines, 1) for name in re.findall(r"`(\w+Tests)`", line)]
    if not named:
        yield f"{THREATS}: no tests found: teach this script their form"
    for number, name in named:
        if name not in declared:
            yield f"{THREATS}:{number}: no suite '{name}' in Tests"
    attacks = {name for name in declared if re.search(r"^(Hostile|Extreme)|(Cost|Stack)Tests$", name)}
    for name in sorted(attacks - {name for _, name in named}):
        yield f"{THREATS}: the suite '{name}' is in no row of its table"


RECORDS = re.compile(r"\b(?:withRecording|recording)\((?:[^()]|\([^()]*\))*?mode: (?:\.record|mode)\b")


def chatter(paths):
    """Tests that print what they record: XCTest's output of tests that pass is not shown."""
    for path in paths:
        if re.match(r"Tests/Tool/Verbatim\w*TestingTests/(?!XCTest)\w+\.swift$", path):
            text = "\n".join(read(path))
            if RECORDS.search(text) and ".quietRecording" not in text:
                yield f"{path}: it prints what it records: add the trait .quietRecording to the suite"


# What ends the process if a file says so, and what to use instead.
TRAPS = [
    (r"\buniqueKeysWithValues\b", "a closure for keys that occur twice"),
    (r"\bInt\((?!exactly:|clamping:).*\.rounded\((?!.*\.clamped)", "Int(exactly:)"),
]


def traps(paths):
    library = tuple(f"Sources/{folder}/" for folder in ("JSON", "Traffic", "Contract", "Tool"))
    for path in paths:
        if path.startswith(library) and path.endswith(".swift"):
            for number, line in enumerate(read(path), 1):
                for pattern, remedy in TRAPS:
                    if re.search(pattern, line) and not line.lstrip().startswith("//"):
                        yield f"{path}:{number}: '{re.search(pattern, line)[0]}' may trap: {remedy}"


def commit(path):
    """What is wrong with the message of a commit."""
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if subject.startswith(("Merge ", "Revert ", "fixup! ", "squash! ")):
        return
    if len(subject) > SUBJECT:
        yield f"the subject has {len(subject)} characters, {SUBJECT} at most"
    if not re.match(r"[A-Z][\w.]*: [a-z]\S* ", subject):
        yield "the subject is not of the form 'Area: verb phrase', such as 'HAR: read zstd bodies'"
    if subject.endswith("."):
        yield "the subject ends in a period"
    if len(lines) > 1 and lines[1]:
        yield "the second line is not empty"


def main():
    if sys.argv[1:2] == ["commit"]:
        problems = [f"commit message: {problem}" for problem in commit(sys.argv[2])]
    else:
        paths = files()
        names = [*check_clashes(), *clashes("\n".join(read("Package.swift")))]
        problems = [*types(paths), *levels(), *names, *newer(paths), *width(paths), *wording(paths), *threats(paths),
                    *traps(paths), *chatter(paths)]
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


main()

"""Conditional compilation as Apple's platforms see it."""
import re

PLATFORMS = ["macOS", "iOS", "tvOS", "watchOS", "visionOS"]
# Modules that do not exist there.
ABSENT = {"Glibc", "Musl", "Android", "Bionic", "WASILibc", "WinSDK", "FoundationNetworking", "FoundationXML"}

DIRECTIVE = re.compile(r"^\s*#(if|elseif|else|endif)\b(.*)$")
ATOM = re.compile(r"\b(canImport|os|targetEnvironment)\(\s*([\w.]+)[^)]*\)")
# Conditions of the compiler that hold for the one in use.
HELD = re.compile(r"\b(?:compiler|swift|hasFeature|hasAttribute)\([^)]*\)")


def lines(text: str):
    """The lines of a source, each with whether it is inside a literal of several lines."""
    literal = False
    for line in text.split("\n"):
        inside = literal
        if line.count('"""') % 2:
            literal = not literal
        yield line, inside


def holds(kind: str, name: str, platform: str) -> bool:
    if kind == "canImport":
        return name not in ABSENT
    return kind == "os" and name == platform


def substitute(text: str, platform: str) -> str:
    """The source with `true` or `false` for each condition on modules and systems; as many lines."""
    def decided(match):
        return str(holds(match[1], match[2], platform)).lower()

    return "\n".join(
        ATOM.sub(decided, line) if not inside and DIRECTIVE.match(line) else line
        for line, inside in lines(text)
    )


def condition(text: str) -> bool:
    """The value of a substituted condition; flags of the command line are not set."""
    text = HELD.sub("true", text.split("//")[0])
    text = re.sub(r"\b(?!true\b|false\b)[A-Za-z_]\w*(\([^)]*\))?", "false", text)
    text = text.replace("&&", " and ").replace("||", " or ").replace("!", " not ")
    return bool(eval(text.strip(), {"true": True, "false": False}))


def active(text: str, platform: str) -> str:
    """The source with empty lines for what a platform does not compile."""
    result = []
    # For each open `#if`: whether its lines are compiled, whether a branch has been taken, whether it may be.
    branches = []
    for line, inside in lines(substitute(text, platform)):
        match = None if inside else DIRECTIVE.match(line)
        if not match:
            result.append(line if all(branch[0] for branch in branches) else "")
            continue
        result.append("")
        kind, rest = match[1], match[2]
        if kind == "if":
            branches.append([condition(rest)] * 2)
        elif kind == "endif":
            branches.pop()
        else:
            taken = branches[-1][1]
            branches[-1][0] = not taken and (kind == "else" or condition(rest))
            branches[-1][1] = taken or branches[-1][0]
    return "\n".join(result)


def code(text: str) -> str:
    """The source without comments, strings and names of tests; as many lines."""
    def newlines(match):
        return "\n" * match[0].count("\n")

    for pattern in (r'#*""".*?"""#*', r'#*"(?:\\.|[^"\\\n])*"#*', r"//[^\n]*", r"/\*.*?\*/", r"`[^`\n]* [^`\n]*`"):
        text = re.sub(pattern, newlines, text, flags=re.S)
    return text

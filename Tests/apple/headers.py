"""The step `headers` of the probe: the model of Darwin is held to Apple's own headers.

The wheel of Zig on PyPI contains the headers of the C library from Apple's SDK, under Apple's open-source licence.
The toolchain for Linux contains a standard library for iOS, that of embedded Swift. With both, one Swift function is
compiled for each declaration of `AppleDarwin`, and for each name in `names.txt` with the type that it has in Glibc.
"""
import json, os, re, subprocess, sys

from package import WORK, Failure, read, run

WHEEL = "ziglang==0.17.1"
INCLUDE = "ziglang/lib/libc/include/any-darwin-any"
TARGET = "arm64-apple-ios18"
HEADERS = [
    "arpa/inet.h", "dlfcn.h", "errno.h", "fcntl.h", "fnmatch.h", "mach/mach.h", "math.h", "netinet/in.h", "netinet/tcp.h", "poll.h",
    "pthread.h", "signal.h", "spawn.h", "stdio.h", "stdlib.h", "string.h", "sys/file.h", "sys/ioctl.h", "sys/mman.h",
    "sys/resource.h", "sys/socket.h", "sys/stat.h", "sys/time.h", "sys/wait.h", "termios.h", "time.h", "unistd.h",
]
# Declared in Swift by Apple's overlay, as these macros are no constants and these functions have varying arguments:
# https://github.com/swiftlang/swift/tree/main/stdlib/public/Platform
OVERLAY = {
    "S_IFMT", "S_IFREG", "S_IFDIR", "S_IFLNK", "EAGAIN", "SIG_IGN", "SIG_DFL", "fcntl", "open", "ioctl", "errno",
    "MAP_FAILED", "WIFEXITED", "WEXITSTATUS", "WIFSIGNALED", "WTERMSIG", "TIOCGWINSZ", "pow",
    "stdout", "stderr", "signal",
}
# Of another type than in Glibc, and only used with literals or the names of their types, as `names.txt` says.
CONVERTED = {"mkdir", "mkfifo", "poll", "tcflag_t", "termios.c_cc", "termios.c_iflag", "termios.c_lflag"}
# What Apple's notes about the headers rename, which are not in the wheel: `_CLOCK_REALTIME` is `CLOCK_REALTIME`.
RENAMED = re.compile(r"\b(?=CLOCK_\w+ \})")
DECLARATION = re.compile(
    r"(?P<hidden>@available\(\*, unavailable[^\n]*\n)?^(?:@discardableResult\s+)?public "
    r"(?:(?P<constant>let|var) (?P<name>\w+): (?P<type>[^={\n]+)"
    r"|func (?P<function>\w+)\((?P<parameters>[^{]*?)\)(?: -> (?P<result>[^{]+?))? \{"
    r"|typealias (?P<alias>\w+) = (?P<target>[^\n]+)"
    r"|struct (?P<struct>\w+)[^{]*\{(?P<members>.*?)^\})", re.M | re.S)


def wheel() -> str:
    """The folder of the headers, which is downloaded once."""
    include = os.path.join(WORK, "headers", INCLUDE)
    if not os.path.isdir(include):
        folder = os.path.join(WORK, "headers")
        run(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, WHEEL)
        for name in os.listdir(folder):
            if name.endswith(".whl"):
                run(sys.executable, "-m", "zipfile", "-e", os.path.join(folder, name), folder)
                os.remove(os.path.join(folder, name))
    return include


def functions(model: str):
    """A function for each declaration of a model, by the name of the declaration."""
    for found in DECLARATION.finditer(model):
        if found["hidden"]:
            continue
        if name := found["name"]:
            yield name, f"() -> {found['type'].strip()} {{ {name} }}"
        elif name := found["function"]:
            yield name, call(name, found["parameters"], found["result"])
        elif name := found["alias"]:
            yield name, f"(_ value: {name}) -> {found['target'].strip()} {{ value }}"
        elif name := found["struct"]:
            for member, kind in re.findall(r"public var (\w+)(?:: ([\w.]+))?", found["members"]):
                yield f"{name}.{member}", f"(_ value: {name}) -> {kind or f'()'} {{ {'' if kind else '_ = '}value.{member} }}"


def call(name: str, parameters: str, result: str | None) -> str:
    types = [part.split(":", 1)[1].strip() for part in split(parameters)]
    types = [f"@escaping @convention(c) {kind}" if re.match(r"\(.*\) -> ", kind) else kind for kind in types]
    taken = ", ".join(f"_ p{index}: {kind}" for index, kind in enumerate(types))
    passed = ", ".join(f"p{index}" for index in range(len(types)))
    return f"({taken}) -> {result or 'Void'} {{ {name}({passed}) }}"


def split(parameters: str) -> list[str]:
    """The parts between the commas that are in no parentheses."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(parameters + ","):
        depth += (character in "(<[") - (character in ")>]" and parameters[index - 1:index] != "-")
        if character == "," and depth == 0:
            parts.append(parameters[start:index])
            start = index + 1
    return [part for part in parts if part.strip()]


def of_glibc(names: set[str], work: str):
    """The same for names with the types that they have in Glibc."""
    run("swift", "symbolgraph-extract", "-module-name", "SwiftGlibc", "-target", "x86_64-unknown-linux-gnu",
        "-minimum-access-level", "private", "-output-dir", work)
    symbols = json.loads(read(os.path.join(work, "SwiftGlibc.symbols.json")))["symbols"]
    texts = {}
    for symbol in symbols:
        name = ".".join(part.split("(")[0] for part in symbol["pathComponents"])
        texts.setdefault(name, "".join(part["spelling"] for part in symbol["declarationFragments"]))
    aliases = dict(re.match(r"typealias (\w+) = (\S+)", text).groups() for text in texts.values()
                   if text.startswith("typealias") and " = " in text)

    def plain(text: str) -> str:
        """The text with the standard types that names such as `__pid_t` are for."""
        def resolved(name: str) -> str:
            target = name
            while target in aliases:
                target = aliases[target]
            return target if re.fullmatch(r"U?Int\d*|UInt|Int", target) else name
        return re.sub(r"\b\w+\b", lambda word: resolved(word[0]), text)

    for name in sorted(names - CONVERTED):
        text = texts.get(name, "")
        if found := re.match(r"func \w+\((.*)\)(?: -> (.+))?$", text, re.S):
            yield name, call(name, plain(found[1]), plain(found[2]) if found[2] else None)
        elif found := re.match(r"(?:static )?(?:var|let) \w+: (\S+)", text):
            owner, _, member = name.rpartition(".")
            yield name, (f"(_ value: {owner}) -> {plain(found[1])} {{ value.{member} }}" if owner
                         else f"() -> {plain(found[1])} {{ {name} }}")
        elif text:
            yield name, f"(_ value: {name}) -> {name} {{ value }}"
        elif not name.startswith("CF"):
            # The graph does not have every function.
            yield name, f"() {{ _ = {name} }}"


def check(apple: str) -> str:
    """Compiles the declarations; `apple` is the folder of the model and of `names.txt`."""
    model = "".join(
        read(os.path.join(apple, name, file)) + "\n" for name in ("AppleDarwinTypes", "AppleDarwin")
        for file in sorted(os.listdir(os.path.join(apple, name))) if file != "Foundation.swift")
    names = set(re.sub(r"#.*", "", read(os.path.join(apple, "names.txt"))).split())
    include = wheel()
    folder = os.path.join(WORK, "headers")
    sdk = os.path.join(folder, "sdk")
    os.makedirs(os.path.join(sdk, "usr"), exist_ok=True)
    if not os.path.lexists(os.path.join(sdk, "usr", "include")):
        os.symlink(include, os.path.join(sdk, "usr", "include"))
    module = os.path.join(folder, "module.modulemap")
    with open(module, "w", encoding="utf-8") as file:
        lines = "".join(f'  header "{include}/{name}"\n' for name in HEADERS)
        file.write(f"module Darwin [system] {{\n{lines}  export *\n}}\n")
    declared = {**dict(of_glibc(names, folder)), **dict(functions(model))}
    checked = [(name, text) for name, text in declared.items() if name.split(".")[0] not in OVERLAY]
    source = os.path.join(folder, "Declarations.swift")
    with open(source, "w", encoding="utf-8") as file:
        file.write("@preconcurrency import Darwin\n")
        for index, (_, text) in enumerate(checked):
            text = RENAMED.sub("_", " ".join(text.replace("AppleDarwinTypes.", "").split()))
            file.write(f"func f{index}{text}\n")
    done = subprocess.run(
        ["swiftc", "-emit-sil", "-o", os.devnull, "-target", TARGET, "-enable-experimental-feature", "Embedded",
         "-wmo", "-parse-as-library", "-sdk", sdk, "-Xcc", f"-fmodule-map-file={module}", source],
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    wrong = {}
    for line, message in re.findall(rf"^{re.escape(source)}:(\d+):\d+: error: (.*)$", done.stdout, re.M):
        wrong.setdefault(checked[int(line) - 2][0], message)
    if wrong:
        raise Failure("\n".join(f"Tests/apple: '{name}' is not as in Apple's headers: {why}" for name, why in wrong.items()))
    if done.returncode != 0:
        raise Failure("\n".join(line for line in done.stdout.split("\n") if "error:" in line)[:2000])
    return f"{len(checked)} declarations are as in Apple's headers"

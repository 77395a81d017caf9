#!/usr/bin/env python3
"""Proves on Linux what can be proven there about this package on Apple's platforms.

usage: probe.py [STEP...]              runs the steps, all by default, and stops at the first that fails
       probe.py --self-test [STEP...]  breaks copies of the package on purpose; each step must fail

parse     every branch of every source parses
guards    what a platform lacks is in no code that it compiles
manifest  the platforms, and no warnings as errors where others build the package
plugin    the command plugin compiles where Xcode offers it to projects
page      the tests, files and names that the page "First run on a Mac" has exist
c         the C targets compile for Apple's processors
headers   the model of Darwin is as Apple's headers, which the first run gets from PyPI
case      targets and products build with both build systems where `a` and `A` are one file (FUSE)
shape     Sources and Tests compile where `Foundation` is one module and the C library is `Darwin`
loading   what loads URLs compiles with Apple's declarations of `URLProtocol` and `URLSession`
clients   the tests of an app compile, in each language mode and with each default isolation
names     what they use of the C library exists in Darwin, with the same type
available what they use of the standard library exists in the oldest systems
tests     the tests of the Darwin branches pass in this shape

The copies and builds are in .build/apple-probe; later runs compile what has changed.
"""
import glob, json, os, re, sys

import casing
import headers as apple_headers
from conditions import PLATFORMS, active, code, substitute
from package import HERE, ROOT, WORK, Failure, Unavailable, files, is_plugin, read, run
from shape import COPY, copy, folders, with_stub_names

# The tests of an app, which the step `clients` compiles.
CLIENTS = os.path.join(HERE, "clients")
MINIMUMS = {"macos": 15, "ios": 18, "tvos": 18, "watchos": 11, "visionos": 2}
C_TARGETS = [
    "arm64-apple-macos15", "x86_64-apple-macos15", "arm64-apple-ios18", "arm64-apple-ios18-simulator",
    "x86_64-apple-ios18-simulator", "arm64-apple-tvos18", "arm64-apple-watchos11", "arm64_32-apple-watchos11",
    "arm64-apple-xros2",
]

# Steps that need no build


def parse(root: str) -> str:
    paths = [os.path.join(root, path) for path in ["Package.swift", *files(root, ".swift")]]
    # A file with statements at its top level is parsed alone.
    programs = [path for path in paths if os.path.basename(path) in ("main.swift", "Package.swift")]
    libraries = [path for path in paths if path not in programs]
    for group in [libraries, *([path] for path in programs)]:
        run("swiftc", "-frontend", "-parse", "-target", "arm64-apple-ios18.0", "-swift-version", "6", *group)
    return f"{len(paths)} files parse, the inactive branches too"


# What only some platforms have: names, the platforms, and why.
LACKING = [
    (r"(?<![.\w])Process\s*[(.?]|:\s*Process\b", PLATFORMS[1:], "Foundation has no Process there"),
    (r"\bexitsWith\s*:|\bprocessExitsWith\s*:|\bExitTest\b", PLATFORMS[1:], "Testing has no exit tests there"),
    (r"(?<![.\w])(?:execve?|execvp)\s*\(", PLATFORMS[1:], "apps start no other process there"),
    # https://github.com/apple-oss-distributions/Libc/blob/main/include/_stdio.h: __swift_unavailable
    (r"(?<![.\w])(?:fork|vfork|popen)\s*\(", PLATFORMS, "Swift may not call it: use `Process` on macOS"),
    (r"\bhomeDirectoryForCurrentUser\b", PLATFORMS[1:], "it is available on macOS only"),
    (r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:public |package |internal )?import\s+(?:\w+\s+)?"
     r"(?:FoundationNetworking|FoundationXML|Glibc|Musl)\b", PLATFORMS, "there is no such module"),
]
# In Sources only, on all platforms.
SPANS = r"\b(?:Raw|Mutable|MutableRaw|Output|UTF8)?Span\s*<|\bRawSpan\b|\bInlineArray\b|\.utf8Span\b"
# In Sources only: watches before the series 9 have 32 bits.
NARROW = r"\bInt\(UInt32\.max\)|^(?!.*\bU?Int64\b).*?(?<!\w)(?<!\d\.)(?:214748364[89]|21474836[5-9]\d|(?:[3-9]|2[2-9])\d{9}|\d{11,})(?![\w.])"


def guards(root: str) -> str:
    problems, count = [], 0
    for path in files(root, ".swift"):
        count += 1
        text = read(os.path.join(root, path))
        if is_plugin(text):
            continue
        for pattern, platforms, reason in LACKING:
            lines = {}
            for platform in platforms if re.search(pattern, text, re.M) else []:
                for number in found(pattern, code(active(text, platform))):
                    lines.setdefault(number, []).append(platform)
            for number, on in lines.items():
                problems.append(f"{path}:{number}: compiled on {', '.join(on)}: {reason}: guard it with #if")
        if path.startswith("Sources"):
            for number in found(SPANS, code(text)):
                problems.append(
                    f"{path}:{number}: on macOS 15 `Span` needs libswiftCompatibilitySpan.dylib, which programs "
                    "that SwiftPM builds do not find: use UnsafeBufferPointer")
            for number in found(NARROW, re.sub(r'"[^"\n]*"', '""', code(text)).replace("_", "")):
                problems.append(f"{path}:{number}: more than `Int` holds on arm64_32: use Int64, or Int(clamping:)")
    if problems:
        raise Failure("\n".join(problems))
    return f"{count} files: no module, `Process`, exit test, `Span` or wide number where a platform lacks it"


def found(pattern: str, text: str):
    """The numbers of the lines where a pattern matches."""
    return [text.count("\n", 0, match.start()) + 1 for match in re.finditer(pattern, text, re.M)]


def manifest(root: str) -> str:
    command = ["swift", "package", "--manifest-cache", "none", "--package-path", root, "dump-package"]
    plain, strict = run(*command), run(*command, strict=True)
    setting = "treatAllWarnings"
    if setting in plain:
        raise Failure(
            "Package.swift: warnings are errors without VERBATIM_STRICT: Xcode builds dependencies with "
            "-suppress-warnings, and the compiler refuses both together: no app could depend on this package")
    if "unsafeFlags" in plain:
        raise Failure(
            "Package.swift: has unsafe flags without VERBATIM_STRICT: SwiftPM refuses them in a dependency")
    if setting not in strict:
        raise Failure("Package.swift: warnings are no errors with VERBATIM_STRICT, which the Makefile sets")
    declared = {
        platform["platformName"]: int(platform["version"].split(".")[0])
        for platform in json.loads(plain[plain.index("{"):])["platforms"]
    }
    for name, minimum in MINIMUMS.items():
        if declared.get(name, 0) < minimum:
            raise Failure(
                f"Package.swift: declares {name} {declared.get(name, 'not at all')}, must be {minimum} or later: "
                "Mutex, Atomic and Int128 are not available before")
    return "platforms " + ", ".join(f"{name} {version}" for name, version in declared.items())


PLUGIN = "Sources/Tool/VerbatimPlugin/VerbatimPlugin.swift"


def plugin(root: str) -> str:
    """Compiles the plugin with a model of the module that only Xcode has."""
    work = os.path.join(WORK, "plugin")
    os.makedirs(work, exist_ok=True)
    api = os.path.join(os.path.dirname(os.path.dirname(run("which", "swiftc").strip())), "lib/swift/pm/PluginAPI")
    model = os.path.join(HERE, "XcodeProjectPlugin", "XcodeProjectPlugin.swift")
    module = os.path.join(work, "XcodeProjectPlugin.swiftmodule")
    common = ["swiftc", "-parse-as-library", "-package-description-version", "6.2", "-I", api, "-I", work]
    run(*common, "-emit-module", "-emit-module-path", module, "-module-name", "XcodeProjectPlugin", model)
    run(*common, "-typecheck", "-module-name", "VerbatimPlugin", os.path.join(root, PLUGIN))
    return "the plugin compiles for projects of Xcode"


PAGE = "Sources/Tool/VerbatimKit/Verbatim.docc/FirstRunOnAMac.md"


def page(root: str) -> str:
    text = read(os.path.join(root, PAGE))
    filters = re.findall(r"(?:--filter|-only-testing:)\s*'?([\w.|]+)", text)
    wanted = {word for names in filters for word in re.split(r"[.|]", names)}
    known = " ".join(files(root, "Tests.swift"))
    for word in sorted(wanted):
        if word not in known:
            raise Failure(f"{PAGE}: no tests are named '{word}': correct the command")
    sources = {os.path.basename(path): read(os.path.join(root, path)) for path in ["Package.swift", *files(root, ".swift")]}
    # What an outcome says to change: `name` in `File.swift`, or `Type.name(of:)` alone.
    places = re.findall(r"\bsee `(?:[\w.]*\.)?(\w+)[^`]*`(?: in `([^`]+)`)?", text)
    for name, file in places:
        if not re.search(rf"\b{name}\b", sources.get(file, "") if file else "\n".join(sources.values())):
            raise Failure(f"{PAGE}: there is no '{name}' in {file or 'the sources'}: correct the outcome")
    paths = set(re.findall(r"`((?:Sources|Tests)/[^`]+)`", text))
    for path in sorted(paths):
        if not glob.glob(os.path.join(root, path), recursive=True):
            raise Failure(f"{PAGE}: there is no '{path}': correct the outcome")
    return f"{len(wanted)} names of tests, {len(places)} of code and {len(paths)} paths exist"


def c(root: str) -> str:
    sources = list(files(root, ".c"))
    for source in sources:
        path = os.path.join(root, source)
        # No SDK: the headers of the compiler and stubs of those of the system. An unused parameter is no fault.
        arguments = [
            "-isysroot", os.path.join(HERE, "include"), "-isystem", os.path.join(HERE, "include"),
            "-ffreestanding", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter",
            "-I", os.path.join(os.path.dirname(path), "include"), path,
        ]
        for target in C_TARGETS:
            run("clang", f"--target={target}", "-fsyntax-only", *arguments)
            run("clang", f"--target={target}", "-O2", "-S", "-o", os.devnull, *arguments)
    return f"{len(sources)} C files compile for {len(C_TARGETS)} targets"


# The shape


def shape(root: str, target: str | None = None) -> str:
    """Compiles a copy in which the conditions are those of macOS; of one target, or everything with tests."""
    copy(root)
    run("swift", "build", *(["--target", target] if target else ["--build-tests"]), *folders())
    return "Sources and Tests compile with one Foundation and the stub of Darwin"


# The module that loads URLs, and the features that Package.swift enables.
LOADING = "Sources/Traffic/VerbatimURLSession"
FEATURES = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]


def loading(root: str) -> str:
    """Compiles the module against the model of Apple's loading system and what `shape` has built, to SIL."""
    work = os.path.join(WORK, "loading")
    os.makedirs(work, exist_ok=True)
    common = ["swiftc", "-parse-as-library", "-package-name", os.path.basename(COPY), *modules(), "-I", work]
    model = os.path.join(HERE, "AppleURLLoading", "URLLoading.swift")
    run(*common, "-emit-module", "-emit-module-path", os.path.join(work, "AppleURLLoading.swiftmodule"),
        "-module-name", "AppleURLLoading", model)
    sources = []
    for path in files(root, ".swift"):
        if path.startswith(LOADING):
            sources.append(os.path.join(work, os.path.basename(path)))
            text = with_stub_names(substitute(read(os.path.join(root, path)), "macOS"))
            with open(sources[-1], "w", encoding="utf-8") as file:
                file.write(text.replace("import AppleFoundation", "import AppleURLLoading"))
    features = [word for feature in FEATURES for word in ("-enable-upcoming-feature", feature)]
    run(*common, "-emit-sil", "-wmo", "-o", os.devnull, "-module-name", os.path.basename(LOADING),
        "-swift-version", "6", *features, *sources)
    return f"{len(sources)} files compile against Apple's declarations of URL loading"


def modules() -> list[str]:
    """The options for the modules that `shape` has built."""
    binaries = run("swift", "build", "--show-bin-path", *folders()).strip()
    maps = [f"-fmodule-map-file={binaries}/{name}.build/module.modulemap" for name in ("CVerbatimJSON", "CVerbatimServer")]
    return ["-I", os.path.join(binaries, "Modules"), *(word for path in maps for word in ("-Xcc", path))]


# The article whose test of an app's interface is one of the clients.
SERVING = "Sources/Tool/VerbatimKit/Verbatim.docc/Serving.md"


def clients(root: str) -> str:
    """Compiles the clients against the modules that `shape` has built, to SIL, in which the rules of regions are."""
    recipe = re.search(r"```swift\n(import VerbatimServerTesting\n.*?)```", read(os.path.join(root, SERVING)), re.S)
    if not recipe:
        raise Failure(f"{SERVING}: no block imports VerbatimServerTesting: teach probe.py its new form")
    options = modules()
    work = os.path.join(WORK, "clients")
    os.makedirs(work, exist_ok=True)
    texts = {name: read(os.path.join(CLIENTS, name)) for name in sorted(os.listdir(CLIENTS))}
    sources = []
    for name, text in {**texts, "Serving.swift": recipe[1]}.items():
        sources.append(os.path.join(work, name))
        with open(sources[-1], "w", encoding="utf-8") as file:
            file.write(with_stub_names(text))
    count = 0
    for language in ("5", "6"):
        for isolation in ("nonisolated", "MainActor"):
            for feature in ([], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]):
                run("swiftc", "-emit-sil", "-wmo", "-o", os.devnull, "-module-name", "Clients", "-parse-as-library",
                    *options, "-swift-version", language, "-default-isolation", isolation, *feature, *sources)
                count += 1
    return f"{len(sources)} files compile in {count} modes"


# A declaration of C in the index: functions, macros, types, and members of structs and enumerations.
REFERENCE = re.compile(rb"c:@(?:F|macro|T|E|Ea|S|SA|U|EA)@[\w@]+")


def names(root: str) -> str:
    known = set(re.sub(r"#.*", "", read(os.path.join(HERE, "names.txt"))).split())
    own = {word for path in files(root, ".h") for word in re.findall(r"\w+", code(read(os.path.join(root, path))))}
    unknown, used = {}, set()
    for source, record in records(root):
        for name in {c_name(usr.decode()) for usr in REFERENCE.findall(record)}:
            if name.split(".")[0] in own:
                continue
            used.add(name)
            if name not in known:
                unknown.setdefault(name, source)
    if unknown:
        raise Failure("\n".join(
            f"{source}: uses '{name}' of Glibc: declare it in Tests/apple/AppleDarwin as Apple's headers do, or list it "
            "in Tests/apple/names.txt if both have the same type" for name, source in sorted(unknown.items())))
    return f"{len(used)} names of the C library, all in Darwin with the same type"


def records(root: str):
    """What the index knows about each source that `shape` has built: the name of the file, and a record."""
    binaries = run("swift", "build", "--show-bin-path", *folders()).strip()
    store = os.path.join(binaries, "index", "store", "v5")
    sources = {os.path.basename(path) for path in files(root, ".swift")}
    for unit in sorted(os.listdir(os.path.join(store, "units"))):
        with open(os.path.join(store, "units", unit), "rb") as file:
            text = file.read()
        source = unit.rsplit(".o-")[0]
        # The stubs, and files that have been removed.
        if b"/Tests/apple/" in text or source not in sources:
            continue
        for record in re.findall(rb"[\w+.-]+\.swift-[0-9A-Z]+", text):
            path = os.path.join(store, "records", record[-2:].decode(), record.decode())
            if os.path.exists(path):
                with open(path, "rb") as file:
                    yield source, file.read()


def available(root: str) -> str:
    late = {}
    for module in ("Swift", "_Concurrency", "Synchronization"):
        run("swift", "symbolgraph-extract", "-module-name", module, "-target", "x86_64-unknown-linux-gnu",
            "-output-dir", WORK)
    for name in os.listdir(WORK):
        for symbol in json.loads(read(os.path.join(WORK, name)))["symbols"] if name.endswith(".symbols.json") else []:
            for system in symbol.get("availability", []):
                first = system.get("introduced", {}).get("major", 0)
                if first > MINIMUMS.get(system.get("domain", "").lower(), first):
                    title = ".".join(symbol["pathComponents"])
                    late[symbol["identifier"]["precise"].encode()] = f"'{title}', which {system['domain']} has since {first}"
    if not late:
        raise Failure("the standard library has no symbol that is newer than the oldest systems: the graphs are wrong")
    used = {
        (source, late[usr]) for source, record in records(root) for usr in re.findall(rb"s:\w+", record) if usr in late}
    if used:
        raise Failure("\n".join(f"{source}: uses {what}" for source, what in sorted(used)))
    return f"none of {len(late)} newer symbols of the standard library is used"


def c_name(usr: str) -> str:
    """`close` for `c:@F@close`, `tm.tm_year` for `c:@S@tm@FI@tm_year`, `SHUT_WR` for `c:@Ea@SHUT_RD@SHUT_WR`."""
    parts = usr.split("@")[1:]
    if "FI" in parts:
        return f"{parts[1]}.{parts[-1]}"
    return parts[-1]


def headers(root: str) -> str:
    return apple_headers.check(os.path.join(root, "Tests", "apple"))


def case(root: str) -> str:
    return casing.check(root)


# Suites that call the `URLProtocol` as the loading system does, or whose name says that they are for Apple's.
SUITES = re.compile(
    r"^ *@Suite\b.*\b(?:struct|class|actor) (\w*(?:URLProtocol|InterceptionScopes|Darwin|Apple)\w*)", re.M)


def tests(root: str) -> str:
    """Runs what `shape` has built."""
    suites = [
        name for path in files(root, "Tests.swift")
        for name in SUITES.findall(active(read(os.path.join(root, path)), "macOS"))
    ]
    if not suites:
        raise Failure("Tests: no suite has a name that SUITES in probe.py finds: the Darwin branches are not tested")
    output = run("swift", "test", "--skip-build", "--disable-xctest", "--filter", rf"\.({'|'.join(suites)})/", *folders())
    count = re.search(r"Test run with (\d+) tests?", output)
    if not count or int(count[1]) == 0:
        raise Failure(f"swift test ran no test of {', '.join(suites)}")
    return f"{count[1]} tests pass: {', '.join(suites)}"


STEPS = {step.__name__: step for step in (parse, guards, manifest, plugin, page, c, headers, case, shape, loading, clients, names, available, tests)}


def main():
    arguments = sys.argv[1:]
    chosen = [name for name in arguments if name != "--self-test"] or list(STEPS)
    if unknown := [name for name in chosen if name not in STEPS]:
        sys.exit(f"probe.py: unknown step '{unknown[0]}': one of {', '.join(STEPS)}")
    if "--self-test" in arguments:
        from selftest import selftest
        sys.exit(selftest(chosen))
    for name in chosen:
        try:
            print(f"{name}: {STEPS[name](ROOT)}", flush=True)
        except Failure as failure:
            sys.exit(f"{name} failed:\n{failure}")
        except Unavailable as reason:
            print(f"{name}: NOT RUN: {reason}", flush=True)


if __name__ == "__main__":
    main()

"""Breaks a copy of the package on purpose, once for each step of the probe, and expects the step to fail."""
import os, shutil
from collections.abc import Callable

import probe

BROKEN = os.path.join(probe.WORK, "broken")
DARWIN = "#if canImport(Darwin)\n"
ONE_FOUNDATION = "#if !canImport(FoundationNetworking)\n"
SERVER = "Sources/Traffic/VerbatimServer"
URL_SESSION = "Sources/Traffic/VerbatimURLSession"
XCTEST = "Sources/Tool/VerbatimTesting/XCTestCase+Recording.swift"
RECORDED = "Sources/Tool/VerbatimTesting/RecordedTest.swift"
SUITE = "Tests/Traffic/VerbatimURLSessionTests/BrokenDarwinTests.swift"


def append(path: str, text: str):
    with open(os.path.join(BROKEN, path), "a", encoding="utf-8") as file:
        file.write("\n" + text + "\n")


def replace(path: str, old: str, new: str):
    text = probe.read(os.path.join(BROKEN, path))
    if old not in text:
        raise SystemExit(f"self-test: {path} does not contain {old!r}: teach selftest.py its new form")
    with open(os.path.join(BROKEN, path), "w", encoding="utf-8") as file:
        file.write(text.replace(old, new, 1))


def branch(folder: str, opening: str) -> str:
    """The file of a module that has a branch for Apple's platforms."""
    for path in probe.files(BROKEN, ".swift"):
        if path.startswith(folder) and opening in probe.read(os.path.join(BROKEN, path)):
            return path
    raise SystemExit(f"self-test: no file in {folder} contains {opening.strip()!r}: teach selftest.py its new form")


def in_branch(folder: str, opening: str, text: str):
    replace(branch(folder, opening), opening, opening + text + "\n")


def of_server() -> str:
    probe.shape(BROKEN, "VerbatimServer")
    return probe.names(BROKEN)


def of_symbols() -> str:
    probe.shape(BROKEN, "VerbatimServer")
    return probe.available(BROKEN)


def of_loading() -> str:
    probe.shape(BROKEN, "VerbatimReplay")
    return probe.loading(BROKEN)


def of_clients() -> str:
    for target in ("VerbatimContractTesting", "VerbatimServerTesting"):
        probe.shape(BROKEN, target)
    return probe.clients(BROKEN)


def of_suite() -> str:
    probe.shape(BROKEN)
    return probe.tests(BROKEN)


# Step, what is broken, how, the step as it is run, and what the failure must contain.
CASES: list[tuple[str, str, Callable, Callable, str]] = [
    ("parse", "a branch for visionOS that does not parse",
     lambda: append("Sources/Tool/VerbatimKit/VerbatimKit.swift", "#if os(visionOS)\nfunc broken( {\n#endif"),
     lambda: probe.parse(BROKEN), "VerbatimKit.swift:"),
    ("guards", "a process started in a library on iOS",
     lambda: append(branch(SERVER, "import Foundation"), "#if !os(macOS)\nlet broken = Process()\n#endif"),
     lambda: probe.guards(BROKEN), "compiled on iOS, tvOS, watchOS, visionOS: Foundation has no Process"),
    ("guards", "a function of C that Swift may not call, even on macOS",
     lambda: append(branch(SERVER, "import Foundation"), 'let broken = popen("ls", "r")'),
     lambda: probe.guards(BROKEN), "compiled on macOS, iOS, tvOS, watchOS, visionOS: Swift may not call it"),
    ("guards", "an import of FoundationNetworking without a condition",
     lambda: append(branch(SERVER, "import Foundation"), "import FoundationNetworking"),
     lambda: probe.guards(BROKEN), "there is no such module"),
    ("guards", "a span in a library",
     lambda: append(branch(SERVER, "import Foundation"), "func broken(_ text: Span<UInt8>) {}"),
     lambda: probe.guards(BROKEN), "libswiftCompatibilitySpan"),
    ("guards", "a number that Int does not hold on older watches",
     lambda: append(branch(SERVER, "import Foundation"), "let broken: ClosedRange<Int> = 0...2_147_483_648"),
     lambda: probe.guards(BROKEN), "more than `Int` holds on arm64_32"),
    ("plugin", "a property that a project of Xcode does not have",
     lambda: replace(probe.PLUGIN, "context.xcodeProject.directoryURL", "context.xcodeProject.folder"),
     lambda: probe.plugin(BROKEN), "has no member 'folder'"),
    ("manifest", "warnings as errors for everyone",
     lambda: replace("Package.swift", 'Context.environment["VERBATIM_STRICT"] != nil', "true"),
     lambda: probe.manifest(BROKEN), "without VERBATIM_STRICT"),
    ("manifest", "no minimum version of iOS",
     lambda: replace("Package.swift", ".iOS(.v18)", ".iOS(.v17)"),
     lambda: probe.manifest(BROKEN), "must be 18 or later"),
    ("page", "tests that do not exist",
     lambda: replace(probe.PAGE, "--filter CookieTests", "--filter BiscuitTests"),
     lambda: probe.page(BROKEN), "no tests are named 'BiscuitTests'"),
    ("page", "an outcome about code that does not exist",
     lambda: replace(probe.PAGE, "see `parentSession`", "see `grandparentSession`"),
     lambda: probe.page(BROKEN), "there is no 'grandparentSession' in Platform+Darwin.swift"),
    ("c", "C that only Apple's targets compile",
     lambda: append("Sources/JSON/CVerbatimJSON/StructuralIndex.c", "#ifdef __APPLE__\nint f(void) { return x; }\n#endif"),
     lambda: probe.c(BROKEN), "undeclared identifier 'x'"),
    ("headers", "a constant of another type than Apple's",
     lambda: replace("Tests/apple/AppleDarwin/Sockets.swift", "SHUT_RD: Int32", "SHUT_RD: UInt32"),
     lambda: probe.headers(BROKEN), "'SHUT_RD' is not as in Apple's headers"),
    ("headers", "a name of Linux",
     lambda: append("Tests/apple/names.txt", "EBADRQC"),
     lambda: probe.headers(BROKEN), "'EBADRQC' is not as in Apple's headers"),
    ("case", "a program whose name differs in case only from that of a library",
     lambda: replace("Package.swift", '.executable(name: "verbatim",', '.executable(name: "verbatimkit",'),
     lambda: probe.case(BROKEN), "verbatimkit.build"),
    ("shape", "a member that Foundation does not have, in a branch for Apple's Foundation",
     lambda: append(branch(URL_SESSION, ONE_FOUNDATION),
                    ONE_FOUNDATION + "func broken(_ url: URL) { url.noSuchMember() }\n#endif"),
     lambda: probe.shape(BROKEN, "VerbatimURLSession"), "noSuchMember"),
    ("shape", "a flag that Darwin does not have",
     lambda: in_branch(SERVER, DARWIN, "import Darwin\nlet broken = MSG_NOSIGNAL"),
     lambda: probe.shape(BROKEN, "VerbatimServer"), "set SO_NOSIGPIPE"),
    ("shape", "a block that XCTest calls on the main actor and that sends the test case there",
     lambda: replace(XCTEST, "nonisolated(unsafe) let test = self", "let test = self"),
     lambda: probe.shape(BROKEN, "VerbatimTesting"), "'test'"),
    ("loading", "a run loop in an asynchronous function, which Foundation on Linux accepts",
     lambda: append(branch(URL_SESSION, ONE_FOUNDATION),
                    "#if !canImport(FoundationNetworking)\nfunc broken() async { _ = RunLoop.current }\n#endif"),
     of_loading, "'current' is unavailable from asynchronous contexts"),
    ("clients", "a part of a test that does not run where its caller does",
     lambda: replace(RECORDED, "(any Actor)? = #isolation,\n    _ body", "(any Actor)? = nil,\n    _ body"),
     of_clients, "sending value of non-Sendable type '(URLSession) async throws -> Void'"),
    ("clients", "a test of an app's interface in an article that is not on the main actor",
     lambda: replace(probe.SERVING, "@MainActor func testShowsCities", "nonisolated func testShowsCities"),
     of_clients, "main actor-isolated"),
    ("names", "an error number of Linux",
     lambda: in_branch(SERVER, DARWIN, "import Darwin\nlet broken = EBADRQC"), of_server, "uses 'EBADRQC' of Glibc"),
    ("available", "a property of the standard library that macOS 15 does not have",
     lambda: append(branch(SERVER, "import Foundation"), "let broken = [1].span.count"),
     of_symbols, "uses 'Array.span', which"),
    ("tests", "a suite that fails where the C library is Darwin",
     lambda: append(SUITE, "import Testing\n@Suite struct BrokenDarwinTests {\n"
                    "    #if canImport(Darwin)\n    @Test func fails() { #expect(Bool(false)) }\n    #endif\n}"),
     of_suite, "fails()"),
]


def selftest(chosen: list[str]) -> int:
    """The exit code: 1 if a step has accepted what is broken."""
    accepted = 0
    for step, what, breaks, runs, expected in CASES:
        if step not in chosen:
            continue
        shutil.rmtree(BROKEN, ignore_errors=True)
        for name in ("Sources", "Tests"):
            shutil.copytree(os.path.join(probe.ROOT, name), os.path.join(BROKEN, name))
        shutil.copy(os.path.join(probe.ROOT, "Package.swift"), BROKEN)
        breaks()
        try:
            runs()
        except probe.Unavailable as reason:
            print(f"{step}: NOT RUN: {reason}", flush=True)
            continue
        except probe.Failure as failure:
            if expected in str(failure):
                print(f"{step}: refuses {what}", flush=True)
                continue
            print(f"{step}: fails for another reason at {what}:\n{failure}", flush=True)
        else:
            print(f"{step}: accepts {what}", flush=True)
        accepted += 1
    shutil.rmtree(BROKEN, ignore_errors=True)
    return 1 if accepted else 0

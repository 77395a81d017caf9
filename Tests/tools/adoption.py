#!/usr/bin/env python3
"""Adopts this package as an app team would, and runs what the article Adopting promises.

usage: adoption.py [STEP...]    runs the steps, all by default, and stops at the first that fails

package  Tests/Adoption: targets with common names, a tool of one line, Swift Testing
tool     its commands, from a subfolder too, and the exit codes that `swift run` passes on
plugin   `swift package verbatim`, without a tool and without permissions
new      an empty package of Swift tools 6.2: `init` from a HAR, then the tool and the tests that it wrote
xctest   the same package with tests of XCTest only

The builds are in .build/adoption; the swift command is that of the environment variable SWIFT.
"""
import json, os, shutil, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, ".build", "adoption")
NEW = os.path.join(ROOT, ".build", "adoption-new")
SWIFT = os.environ.get("SWIFT", "swift")
# A command of the plugin that writes; on macOS, SwiftPM confines plugins.
WRITING = ("package", "--allow-writing-to-package-directory", "verbatim")

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "new",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "verbatim", path: "%s")],
    targets: [
%s    ]
)
"""
XCTEST = """import Foundation
import VerbatimTesting
import XCTest

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class WeatherTests: XCTestCase {
    func testBerlin() async throws {
        try await withRecording("weather/export", keeping: .contract) { session in
            let url = try XCTUnwrap(URL(string: "https://weather.example/v1/now?city=Berlin"))
            let (data, _) = try await session.data(from: url)
            XCTAssertEqual(String(decoding: data, as: UTF8.self), "{\\"celsius\\":21.5}")
        }
    }
}
"""
XCTEST_TARGET = """        .testTarget(
            name: "WeatherTests", dependencies: [.product(name: "VerbatimTesting", package: "verbatim")]),
"""


# What a changed recording breaks.
BREAKING = "response-property-type: '/celsius'"


class Failure(Exception):
    """A step that failed."""


def run(package, *words, code=0, contains=(), cwd=None):
    """Runs a command of SwiftPM for a package and returns its output; the code and the texts are expected."""
    # The packages share a build, whose cached plan is that of the last one.
    options = ["--package-path", package, "--scratch-path", BUILD, "--disable-build-manifest-caching"]
    command = [SWIFT, words[0], *options, *words[1:]]
    environment = {name: value for name, value in os.environ.items() if name != "VERBATIM_STRICT"}
    done = subprocess.run(
        command, cwd=cwd or package, env=environment, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    text = done.stdout + done.stderr
    if done.returncode != code:
        raise Failure(f"{' '.join(command)}: code {done.returncode} instead of {code}\n{text[-4000:]}")
    for part in contains:
        if part not in text:
            raise Failure(f"{' '.join(command)}: no '{part}' in\n{text[-4000:]}")
    return done.stdout


def adopter():
    """The package of an app team."""
    return os.path.join(ROOT, "Tests", "Adoption")


def package():
    run(adopter(), "test", contains=["Test run with"])


def tool():
    inner = os.path.join(adopter(), "Sources", "Services")
    run(adopter(), "run", "apis", "check", "weather", cwd=inner, contains=["1 interaction"])
    run(adopter(), "run", "apis", "check", "wether", code=2, contains=["did you mean 'weather'?"])
    run(adopter(), "run", "apis", "help", "record", contains=["usage: swift run apis record"])
    for command in ("record", "infer", "diff", "models", "mutate", "status", "show", "rules"):
        run(adopter(), "run", "apis", command, "--help", contains=[f"swift run apis {command}"])
    status = run(adopter(), "run", "apis", "status", "--format", "json")
    if [row["recording"] for row in json.loads(status)] != ["weather/berlin"]:
        raise Failure(f"status lists something else:\n{status}")


def plugin():
    out = run(adopter(), "package", "verbatim", "check", "--format", "json")
    if json.loads(out)["summary"]["interactions"] != 1:
        raise Failure(f"the plugin checks something else:\n{out}")
    run(adopter(), "package", "verbatim", "status", contains=["weather/berlin"])
    run(
        adopter(), "package", "verbatim", "check", "wether", code=1,
        contains=["did you mean 'weather'?", "exit code 2"])
    run(adopter(), "package", "verbatim", "help", "diff", contains=["usage: swift package verbatim diff"])


def manifest(targets):
    with open(os.path.join(NEW, "Package.swift"), "w", encoding="utf-8") as file:
        file.write(MANIFEST % (ROOT, targets))


def new():
    shutil.rmtree(NEW, ignore_errors=True)
    os.makedirs(os.path.join(NEW, "Sources", "New"))
    with open(os.path.join(NEW, "Sources", "New", "New.swift"), "w", encoding="utf-8") as file:
        file.write("public enum New {}\n")
    recording = os.path.join(adopter(), "Recordings", "weather", "berlin.har")
    shutil.copy(recording, os.path.join(NEW, "export.har"))
    library = '        .target(name: "New"),\n'
    manifest(library)
    out = run(NEW, *WRITING, "init", "weather", "--recording", "export.har")
    printed = out[out.index("    .executableTarget") : out.index("  next: ")]
    manifest(library + "".join("    " + line + "\n" for line in printed.splitlines()))
    run(NEW, "run", "apis", "check", "weather", contains=["1 interaction"])
    run(NEW, "test", contains=["weather/export"])
    change()
    run(NEW, "run", "apis", "check", "weather", code=1, contains=[BREAKING])
    run(NEW, "test", code=1, contains=[BREAKING])


def change():
    """Changes the recording as if the API had changed, so that it breaks the contract."""
    file = os.path.join(NEW, "Recordings", "weather", "export.har")
    bodies = os.path.join(NEW, "Recordings", "weather", "export")
    names = os.listdir(bodies) if os.path.isdir(bodies) else []
    for path in [file] + [os.path.join(bodies, name) for name in names]:
        with open(path, encoding="utf-8") as source:
            text = source.read()
        with open(path, "w", encoding="utf-8") as target:
            target.write(text.replace("21.5", '"21.5"'))


def xctest():
    if not os.path.exists(os.path.join(NEW, "Recordings")):
        new()
    shutil.rmtree(os.path.join(NEW, "Recordings"))
    shutil.rmtree(os.path.join(NEW, "Tests"))
    folder = os.path.join(NEW, "Tests", "WeatherTests")
    os.makedirs(folder)
    with open(os.path.join(folder, "WeatherTests.swift"), "w", encoding="utf-8") as file:
        file.write(XCTEST)
    manifest('        .target(name: "New"),\n' + XCTEST_TARGET)
    run(NEW, *WRITING, "import", "weather", "export.har")
    run(NEW, *WRITING, "infer", "weather")
    run(NEW, "test", "--disable-swift-testing", contains=["Executed 1 test, with 0 failures"])
    change()
    run(NEW, "test", "--disable-swift-testing", code=1, contains=["WeatherTests.swift:11: error", BREAKING])


STEPS = {"package": package, "tool": tool, "plugin": plugin, "new": new, "xctest": xctest}


def main():
    names = sys.argv[1:] or list(STEPS)
    unknown = [name for name in names if name not in STEPS]
    if unknown:
        sys.exit(f"adoption.py: unknown step '{unknown[0]}': use one of {', '.join(STEPS)}")
    for name in names:
        print(f"{name} ...", flush=True)
        try:
            STEPS[name]()
        except Failure as failure:
            sys.exit(f"{name}: {failure}")
    print("adopted")


main()

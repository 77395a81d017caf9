#!/usr/bin/env python3
"""Adopts this package as an app team would, and runs what the article Adopting promises.

usage: adoption.py [STEP...]    runs the steps, all by default, and stops at the first that fails

package  Tests/Adoption: targets with common names, a tool of one line, Swift Testing
tool     its commands, from a subfolder too, the exit codes that `swift run` passes on, and `swift run verbatim`
plugin   `swift package verbatim`, without a tool and without permissions
new      an empty package of Swift tools 6.2: `init` from a HAR, then the tool and the tests that it wrote
xctest   the same package with tests of XCTest only
light    a package with one test that records from a server and replays, without contracts
failing  a test that fails while it records: its answers are kept, and the commands take them
breaks   a contract of one response: what a provider changes then, a recording test and the commands find
articles   a package with the code of the README and the articles: it compiles, and their commands run in it
reproduce  a copy of Tests/Adoption whose recording breaks contract and model: what `check --reproduce` writes
           compiles, fails for the reasons that it names, and passes once both are mended

The builds are in .build/adoption; the swift command is that of the environment variable SWIFT.
"""
import copy, http.server, json, os, shutil, subprocess, sys, threading

import docs

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, ".build", "adoption")
NEW = os.path.join(ROOT, ".build", "adoption-new")
LIGHT = os.path.join(ROOT, ".build", "adoption-light")
ARTICLES = os.path.join(ROOT, ".build", "adoption-articles")
REPRODUCE = os.path.join(ROOT, ".build", "adoption-reproduce")
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
import VerbatimContractTesting
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
            name: "WeatherTests", dependencies: [.product(name: "VerbatimContractTesting", package: "verbatim")]),
"""


# What a changed recording breaks.
BREAKING = "response-property-type: '/celsius'"


class Failure(Exception):
    """A step that failed."""


def run(package, *words, code=0, contains=(), absent=(), cwd=None, input=""):
    """Runs a command of SwiftPM for a package and returns its output; the code and the texts are expected."""
    # The packages share a build, whose cached plan is that of the last one.
    options = ["--package-path", package, "--scratch-path", BUILD, "--disable-build-manifest-caching"]
    command = [SWIFT, words[0], *options, *words[1:]]
    environment = {name: value for name, value in os.environ.items() if name != "VERBATIM_STRICT"}
    done = subprocess.run(
        command, cwd=cwd or package, env=environment, text=True, input=input,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )
    text = done.stdout + done.stderr
    if done.returncode != code:
        raise Failure(f"{' '.join(command)}: code {done.returncode} instead of {code}\n{text[-4000:]}")
    for part in contains:
        if part not in text:
            raise Failure(f"{' '.join(command)}: no '{part}' in\n{text[-4000:]}")
    for part in absent:
        if part in text:
            raise Failure(f"{' '.join(command)}: '{part}' in\n{text[-4000:]}")
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
    serve()
    run(adopter(), "run", "apis", "models", "--contract-only", "weather", contains=["instances decoded"])
    # The program of this package knows no APIs, and none of the example app.
    run(adopter(), "run", "verbatim", "check", contains=["1 interaction"])
    run(adopter(), "run", "verbatim", "check", "flickr", code=2)


def serve():
    """Calls a tool as an agent does, which gets nothing but messages."""
    messages = [
        {"id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}}},
        {"method": "notifications/initialized"},
        {"id": 1, "method": "tools/call", "params": {"name": "check", "arguments": {"apis": ["weather"]}}},
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    out = run(adopter(), "run", "--quiet", "apis", "mcp", input=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    if [answer["id"] for answer in answers] != [0, 1]:
        raise Failure(f"other responses than expected:\n{out}")
    if answers[1]["result"]["structuredContent"]["verdict"]["breaking"] != 0:
        raise Failure(f"the check of an agent finds something else:\n{out}")


def plugin():
    # Once the tool is built, the plugin prints nothing about it.
    work = os.path.join(BUILD, "plugins", "VerbatimPlugin")
    shutil.rmtree(work, ignore_errors=True)
    run(adopter(), "package", "verbatim", "status", contains=["building verbatim", "Build of product 'verbatim'"])
    out = run(adopter(), "package", "verbatim", "check", "--format", "json", absent=["building", "Build of"])
    if json.loads(out)["summary"]["interactions"] != 1:
        raise Failure(f"the plugin checks something else:\n{out}")
    run(adopter(), "package", "verbatim", "status", "--verbose", contains=["weather/berlin"])
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
    run(NEW, "run", "apis", "check", "weather", "--verbose", code=1, contains=[BREAKING])
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


LIGHT_TEST = """import Foundation
import Testing
import VerbatimTesting

@Test(.recording("weather/berlin"))
func `the forecast is an object`() async throws {
    let url = try #require(URL(string: "%s/v1/forecast?city=Berlin"))
    let (data, _) = try await URLSession.recorded.data(from: url)
    #expect(String(decoding: data, as: UTF8.self).hasPrefix(#"{"days": [{"celsius": 20}"#))
}
"""


def record_light(test=LIGHT_TEST, product="VerbatimTesting"):
    """Makes the light package, records its test, and returns the provider."""
    shutil.rmtree(LIGHT, ignore_errors=True)
    folder = os.path.join(LIGHT, "Tests", "WeatherTests")
    os.makedirs(folder)
    provider = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    with open(os.path.join(folder, "WeatherTests.swift"), "w", encoding="utf-8") as file:
        file.write(test % f"http://127.0.0.1:{provider.server_port}")
    with open(os.path.join(LIGHT, "Package.swift"), "w", encoding="utf-8") as file:
        file.write(MANIFEST % (ROOT, XCTEST_TARGET.replace("VerbatimContractTesting", product)))
    test_while_recording()
    return provider


def test_while_recording(**expected):
    os.environ["VERBATIM_MODE"] = "record"
    run(LIGHT, "test", **{"contains": ["1 test"], **expected})
    del os.environ["VERBATIM_MODE"]


def light():
    provider = record_light()
    provider.shutdown()
    provider.server_close()
    # Without the provider, the recording answers.
    run(LIGHT, "test", contains=["1 test"])


def failing():
    provider = record_light()
    path = ".build/verbatim/unpublished/weather/berlin.har"
    kept = os.path.join(LIGHT, path)
    run(LIGHT, "run", "verbatim", "infer", "weather")
    Provider.unit = str
    hint = "run `swift package verbatim diff --unpublished` to see what changed"
    test_while_recording(code=1, contains=["recording-not-published: the test failed", f"kept: {path}", hint])
    change = "breaking: weather sends 'celsius' as a string, not as an integer"
    run(LIGHT, "run", "verbatim", "check", "weather")
    run(LIGHT, "run", "verbatim", "check", "weather", "--unpublished", code=1, contains=[change])
    run(LIGHT, "run", "verbatim", "diff", "--unpublished", code=1, contains=[change])
    record = [
        os.path.join(BUILD, "debug", "verbatim"), "record", "--", SWIFT, "test", "--package-path", LIGHT,
        "--scratch-path", BUILD, "--disable-build-manifest-caching"]
    done = subprocess.run(
        record, cwd=LIGHT, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for part in (change, "weather/berlin: failed, no recording replaced: its test failed"):
        if done.returncode != 1 or part not in done.stdout:
            raise Failure(f"{' '.join(record)}: code {done.returncode}, no '{part}' in\n{done.stdout[-4000:]}")
    run(LIGHT, "run", "verbatim", "review", "weather", "--unpublished", "--accept-all")
    run(LIGHT, "run", "verbatim", "check", "weather", "--unpublished")
    # A test that passes again leaves nothing.
    Provider.unit = int
    test_while_recording()
    if os.path.exists(kept):
        raise Failure(f"{kept} is still there")
    run(LIGHT, "run", "verbatim", "diff", "--unpublished", code=2, contains=["no test has failed while it recorded"])
    provider.shutdown()
    provider.server_close()


# A test that only Verbatim can fail, as it looks at nothing.
BREAKS_TEST = """import Foundation
import Testing
import VerbatimContractTesting

struct Forecast: Decodable, Sendable {
    enum Sky: String, Decodable, Sendable { case rain, sun }
    struct Day: Decodable, Sendable { let celsius: Double }
    let issued: Date
    let sky: Sky
    let days: [Day]
}

func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
}

@Test(
    .recording("weather/berlin", keeping: .contract.decoding(Forecast.self, decoder: { decoder() })))
func `the forecast is loaded`() async throws {
    let url = try #require(URL(string: "%s/v1/forecast?city=Berlin"))
    _ = try await URLSession.recorded.data(from: url)
}
"""
# What changes at the provider, with the rule that a test reports and the cause that a check names. Without an
# app, a check knows no words of an enumeration.
BREAKS = {
    "no property": (
        lambda body: body["days"][0].pop("celsius"), "response-property-missing", "weather no longer sends 'celsius'"),
    "another type": (
        lambda body: body["days"][0].update(celsius="7"), "response-property-type", "weather sends 'celsius' as a string"),
    "another date": (
        lambda body: body.update(issued="22.11.2026 09:30"), "response-property-date", "weather writes 'issued' otherwise"),
    "another word": (lambda body: body.update(sky="hail"), "model-unknown-case", None),
    "null": (lambda body: body.update(sky=None), "response-property-type", "weather sends null for 'sky'"),
    "a status": (500, "response-status-undocumented", "weather answers GET /v1/forecast with 500"),
    "no header": (None, "response-header-missing", "weather no longer sends the header 'X-Total-Count'"),
}


def forecast():
    return {"issued": "2026-11-22T09:30:00Z", "sky": "rain", "days": [{"celsius": 7.5}, {"celsius": 6.5}]}


def breaks():
    Provider.answer = (200, forecast(), True)
    # The first recording has no contract to keep.
    first = BREAKS_TEST.replace(", keeping: .contract.decoding(Forecast.self, decoder: { decoder() })", "")
    provider = record_light(first, "VerbatimContractTesting")
    run(LIGHT, "run", "verbatim", "infer", "weather")
    test = os.path.join(LIGHT, "Tests", "WeatherTests", "WeatherTests.swift")
    with open(test, "w", encoding="utf-8") as file:
        file.write(BREAKS_TEST % f"http://127.0.0.1:{provider.server_port}")
    test_while_recording()
    for name, (change, rule, cause) in BREAKS.items():
        print(f"breaks: {name}", flush=True)
        body = forecast()
        if callable(change):
            change(body)
        Provider.answer = (500 if change == 500 else 200, body, change is not None)
        test_while_recording(code=1, contains=[f"{rule}: "])
        if cause is not None:
            run(LIGHT, "run", "verbatim", "check", "weather", code=1, contains=[f"breaking: {cause}"])
        Provider.answer = (200, forecast(), True)
        test_while_recording()
    # A new property breaks nothing.
    Provider.answer = (200, {**forecast(), "wind": 3}, True)
    test_while_recording()
    Provider.answer = None
    provider.shutdown()
    provider.server_close()


# The code of the articles


# What the articles take for granted: a client of the app, its models, and an SDK.
WEATHER = """public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension JSONDecoder {
    public static var weather: JSONDecoder { JSONDecoder() }
}

public struct Reading: Decodable, Sendable { public let celsius: Double }

public struct Forecast: Decodable, Sendable { public let days: [Reading] }

public struct WeatherClient: Sendable {
    let session: URLSession

    public init(session: URLSession) { self.session = session }

    public func forecast(city: String) async throws -> Forecast {
        let origin = ProcessInfo.processInfo.environment["WEATHER_ORIGIN"] ?? "https://weather.example"
        guard let url = URL(string: "\\(origin)/v1/forecast?city=\\(city)") else { throw URLError(.badURL) }
        return try JSONDecoder().decode(Forecast.self, from: try await session.data(from: url).0)
    }
}

public final class Analytics: Sendable {
    public static let shared = Analytics()
    public func send(_ event: String) async throws {}
}
"""
# The contract whose operations the API of the article binds.
WEATHER_CONTRACT = {
    "openapi": "3.1.0", "info": {"title": "Weather", "version": "1"},
    "servers": [{"url": "https://weather.example"}], "paths": {},
}
ARTICLE_IMPORTS = "import Foundation\nimport Testing\nimport VerbatimKit\nimport VerbatimContractTesting\nimport Weather\n"
# Where the code of an article is left out.
OMITTED = "{ ... }"


class Provider(http.server.BaseHTTPRequestHandler):
    """The weather service."""
    # The type of its temperatures.
    unit = int
    # Another answer: its status, its body, and whether it has a header with the number of days.
    answer = None

    def do_GET(self):
        days = {"days": [{"celsius": self.unit(20 + day)} for day in range(7)]}
        status, value, is_counted = self.answer or (200, days, False)
        body = json.dumps(value).encode()
        self.send_response(status)
        if is_counted:
            self.send_header("X-Total-Count", str(len(value["days"])))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def write(text, *path):
    file = os.path.join(ARTICLES, *path)
    os.makedirs(os.path.dirname(file), exist_ok=True)
    with open(file, "w", encoding="utf-8") as target:
        target.write(text)


def kind(block):
    """How the code of a block is compiled: as its directive says, or as a file of its own."""
    if block.text.lstrip("/ ").startswith(("Package.swift", "platforms:", ".executableTarget")):
        return "manifest"
    return block.directives.get("swift", "file")


def place(block, number):
    """Writes the code of a block into the package."""
    text = block.text.replace(OMITTED, "{}").replace("    ...\n", "")
    name = f"Block{number}"
    match kind(block):
        case "file" if "@main" in text:
            write(text, "Sources", "apis", "APIs.swift")
        case "file" if "extension API" in text:
            for target in ("apis", "Articles"):
                write(text, "Sources", target, f"{name}.swift")
        case "file":
            # Articles repeat the test of the README.
            write(text, "Tests", "WeatherTests", "WeatherTests.swift")
        case "tests":
            suite = f"@Suite struct {name} {{\n{text}}}\n"
            write(f"{ARTICLE_IMPORTS}\n{suite}", "Sources", "Articles", f"{name}.swift")
        case "statements":
            body = f"func {name.lower()}() async throws {{\n{text}}}\n"
            write(f"{ARTICLE_IMPORTS}\n{body}", "Sources", "Articles", f"{name}.swift")
        case "XCTest":
            write(f"{ARTICLE_IMPORTS}import XCTest\n\n{text}", "Sources", "Articles", f"{name}.swift")
        case "parsed":
            write(text, "Parsed", f"{name}.swift")
            parsed = subprocess.run(
                [SWIFT + "c", "-frontend", "-parse", os.path.join(ARTICLES, "Parsed", f"{name}.swift")],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if parsed.returncode:
                raise Failure(f"{block.path}:{block.line}: {parsed.stdout}")
        case other:
            raise Failure(f"{block.path}:{block.line}: unknown kind '{other}'")


def article_manifest(parts, extra):
    """A manifest made of what an article shows, with the package in place of its URL."""
    url = 'url: "<the URL of this repository>", branch: "main"'
    text = parts.replace(url, f'name: "verbatim", path: "{ROOT}"').replace("targets: [", "targets: [" + extra, 1)
    return (
        "// swift-tools-version: 6.2\nimport PackageDescription\n\n"
        f'let package = Package(\n    name: "weather",\n{text})\n'
    )


def articles():
    shutil.rmtree(ARTICLES, ignore_errors=True)
    found = [block for path in docs.articles() for block in docs.blocks(path) if not isinstance(block, str)]
    code = [block for block in found if block.language == "swift"]
    manifests = [block.text for block in code if kind(block) == "manifest"]
    whole = [text for text in manifests if "targets: [" in text]
    targets = "".join(text for text in manifests if "targets: [" not in text)
    targets += '''.target(name: "Articles", dependencies: [
        "Weather", .product(name: "VerbatimKit", package: "verbatim"),
        .product(name: "VerbatimContractTesting", package: "verbatim")]),
    '''
    # The README shows less than the article, and has to be a manifest all the same.
    for text in whole:
        write(article_manifest(text, ""), "Package.swift")
        run(ARTICLES, "package", "dump-package", contains=['"WeatherTests"'])
    write(article_manifest(max(whole, key=len), targets), "Package.swift")
    write(WEATHER, "Sources", "Weather", "Weather.swift")
    write(json.dumps(WEATHER_CONTRACT), "Contracts", "weather.json")
    for number, block in enumerate(code, 1):
        if kind(block) != "manifest":
            place(block, number)
    run(ARTICLES, "build", "--build-tests")
    shell = [block for block in found if block.language == "sh" and block.directives.get("in") == "package"]
    run_commands(shell)
    print(f"  {len(code)} blocks of Swift, {len(shell)} of commands")


def run_commands(blocks):
    """Runs the commands of articles in the package; `swift` has its build, and `verbatim` is its tool."""
    options = f"--scratch-path {BUILD} --disable-build-manifest-caching"
    swift = f'command="$1"; shift; exec {shutil.which(SWIFT)} "$command" {options} "$@"'
    write(f"#!/bin/sh\n{swift}\n", ".bin", "swift")
    write(f'#!/bin/sh\nexec {BUILD}/debug/apis "$@"\n', ".bin", "verbatim")
    for name in ("swift", "verbatim"):
        os.chmod(os.path.join(ARTICLES, ".bin", name), 0o755)
    subprocess.run(["git", "init", "-q"], cwd=ARTICLES, check=True)
    provider = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    threading.Thread(target=provider.serve_forever, daemon=True).start()
    environment = dict(
        os.environ, PATH=os.path.join(ARTICLES, ".bin") + ":" + os.environ["PATH"],
        WEATHER_ORIGIN=f"http://127.0.0.1:{provider.server_port}",
    )
    environment.pop("VERBATIM_STRICT", None)
    for block in blocks:
        done = subprocess.run(
            ["bash", "-ec", block.text], cwd=ARTICLES, env=environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        if done.returncode:
            raise Failure(f"{block.path}:{block.line}: code {done.returncode}\n{done.stdout[-4000:]}")
    provider.shutdown()
    # Without the provider, the recording answers.
    replay = subprocess.run(
        ["bash", "-ec", "swift test --filter WeatherTests"], cwd=ARTICLES, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if replay.returncode or "1 test" not in replay.stdout or not blocks:
        raise Failure(f"the tests of the README do not replay\n{replay.stdout[-4000:]}")


# Findings as tests


def reproduce():
    shutil.rmtree(REPRODUCE, ignore_errors=True)
    shutil.copytree(adopter(), REPRODUCE)
    edit("Package.swift", 'path: "../.."', f'path: "{ROOT}"')
    run(REPRODUCE, "run", "apis", "models", "--save", "3.1", "weather")
    # The body has more than the finding needs, and text that would end a literal or a comment.
    body = json.dumps({"station": '"""# */ \\(x) `', "celsius": "21.5", "hours": [{"celsius": 20}] * 3})
    edit("Recordings/weather/berlin.har", json.dumps('{"celsius":21.5}'), json.dumps(body))
    edit("Contracts/weather.json", '"required": ["celsius"]', '"required": ["celsius", "station"]')
    folder = "Tests/AdoptionTests/Reproduced"
    check = ("run", "apis", "check", "--reproduce", folder)
    words = ("test", "--filter", "Reproduction_")
    recording = os.path.join(REPRODUCE, "Recordings", "weather", "berlin.har")
    with open(recording, encoding="utf-8") as file:
        recorded = file.read()
    with open(recording, "w", encoding="utf-8") as file:
        json.dump(odd(json.loads(recorded)), file)
    run(REPRODUCE, *check, code=1, contains=[f"{folder}: 5 tests written"])
    odds = ["operation-undocumented: '", "response-body-malformed: body", "model-not-json: the body"]
    run(REPRODUCE, *words, code=1, contains=[*odds, "5 tests in 5 suites failed", "with 5 issues"])
    with open(recording, "w", encoding="utf-8") as file:
        file.write(recorded)
    run(REPRODUCE, *check, code=1, contains=[f"{folder}: 2 tests written and 3 removed", "breaks 3.1"])
    names = sorted(os.listdir(os.path.join(REPRODUCE, folder)))
    rules = [name.rsplit("-", 1)[0] for name in names]
    if rules != ["model-wrong-type", "response-property-type"]:
        raise Failure(f"other tests than expected: {names}")
    model = "Reading.celsius expects Double"
    reasons = [
        "response-property-type: '/celsius': expected number", "model-wrong-type: '/celsius' is the string"]
    run(REPRODUCE, *words, code=1, contains=[*reasons, model, "2 tests in 2 suites failed", "with 2 issues"])
    bind(f"{folder}/{names[0]}")
    run(REPRODUCE, *words, code=1, contains=[*reasons, model, "with 2 issues"])
    edit("Sources/Services/Services.swift", "public let celsius: Double", "public let celsius: String")
    edit("Tests/AdoptionTests/WeatherTests.swift", "== 21.5", '== "21.5"')
    edit("Sources/apis/API+Weather.swift", "reading.celsius > -90", "!reading.celsius.isEmpty")
    run(REPRODUCE, *words, code=1, contains=[reasons[0], "with 1 issue"])
    edit("Contracts/weather.json", '"type": "number"', '"type": "string"')
    run(REPRODUCE, *words, contains=["2 tests in 2 suites passed"])
    run(REPRODUCE, *check, contains=["0 tests written and 2 removed"])


def odd(har):
    """Adds a body that is not text, and a URL that would end literals, names and comments."""
    entries = har["log"]["entries"]
    for url, content in [
        ("https://weather.example/v1/now?city=Lima", {"text": "//79/A==", "encoding": "base64"}),
        ("https://weather.example/v1/\"\\(x)`$(id)'##[a]*/", {"text": "{}"}),
    ]:
        entry = copy.deepcopy(entries[0])
        entry["request"]["url"] = url
        entry["response"]["content"] = {"size": -1, "mimeType": "application/json", **content}
        entries.append(entry)
    return har


def bind(path):
    """Binds the model in a generated test, as its comment says for targets that cannot import the program."""
    with open(os.path.join(REPRODUCE, path), encoding="utf-8") as source:
        lines = source.read().splitlines()
    modules = next(line for line in lines if "cannot import" in line)
    if " imports VerbatimKit and Services," not in modules:
        raise Failure(f"other modules than expected: {modules}")
    edit(path, "@testable import apis", "import VerbatimKit\n@testable import Services")
    own = next(line for line in lines if line.startswith("        let api = "))
    edit(path, own, "        " + next(line for line in lines if line.startswith("// let api = "))[3:])


def edit(path, old, new):
    """Replaces a text, which must be there, in a file of the package that is mended."""
    file = os.path.join(REPRODUCE, path)
    with open(file, encoding="utf-8") as source:
        text = source.read()
    if old not in text:
        raise Failure(f"{path}: no '{old}'")
    with open(file, "w", encoding="utf-8") as target:
        target.write(text.replace(old, new))


STEPS = {
    "package": package, "tool": tool, "plugin": plugin, "new": new, "xctest": xctest, "light": light, "failing": failing, "breaks": breaks,
    "articles": articles, "reproduce": reproduce,
}


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

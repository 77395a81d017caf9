import Foundation
import Testing
import VerbatimAPI
import VerbatimContract
import VerbatimHAR

@testable import VerbatimCommands

/// `verbatim init`: the tool, the contract and the test of a package.
@Suite struct InitCommandTests {
    private func harness() throws -> CommandLineHarness {
        let harness = try CommandLineHarness(contractsOf: [], apis: [])
        let response = HTTPResponse(
            200, headers: ["Content-Type": "application/json"], body: .text(#"{"celsius": 21}"#))
        let requests = [
            HTTPRequest("GET", "https://w.test/now?city=Berlin&api_key=s3cr3tK3yOfMine99"),
            HTTPRequest("POST", "https://w.test/now", body: Data("x".utf8)),
        ]
        try Archive(requests.map { Interaction($0, .response(response)) }).selfContainedHAR()
            .write(to: harness.path("export.har"))
        return harness
    }

    @Test(arguments: ["default", "self", "init", "class", "in", "static", "let", "Any", "all"])
    func `an API with a word of Swift as its name has another name in Swift`(name: String) async throws {
        let harness = try CommandLineHarness(contractsOf: [], apis: [])
        #expect(await harness.run("init", name).code == .holds)
        let program = try harness.text("Sources/apis/APIs.swift")
        #expect(program.contains("static let \(name)API = API(") && program.contains("[.\(name)API]"))
    }

    @Test(arguments: ["class", "Testing", "VerbatimKit", "Foundation"])
    func `a tool is not named as a module or a word of Swift`(name: String) async throws {
        let run = await (try harness()).run("init", "weather", "--tool", name)
        #expect(run.code == .usage && run.error.contains("Swift has it"))
    }

    @Test func `writes a tool, a recording, a contract and a test`() async throws {
        let harness = try harness()
        let run = await harness.run("init", "big-weather", "--recording", "export.har")
        #expect(run.code == .holds, "\(run)")
        #expect(
            run.error.contains(
                """
                wrote Contracts/big-weather.json
                wrote Sources/apis/APIs.swift
                wrote Tests/apisTests/ScenarioTests.swift
                wrote AGENTS.md
                """), "\(run.error)")
        #expect(run.error.contains("only in the contract: 1 request not by GET"))
        #expect(run.out.contains(#".executableTarget("#) && run.out.contains(#"name: "apisTests""#))
        let program = try String(contentsOf: harness.path("Sources/apis/APIs.swift"), encoding: .utf8)
        #expect(program.contains("@main struct APIs: VerbatimTool"))
        #expect(program.contains("static let apis: [API] = [.bigWeather]"))
        #expect(program.contains(#"Scenario("export", "sends the recorded requests")"#))
        #expect(program.contains("https://w.test/now?city=Berlin&api_key=REDACTED"))
        #expect(!program.contains("s3cr3tK3yOfMine99"))
        let test = try String(
            contentsOf: harness.path("Tests/apisTests/ScenarioTests.swift"), encoding: .utf8)
        #expect(test.contains("withRecording(item.api, scenario.name, keeping: .contract)"))
        let contract = try Contract(contentsOf: harness.path("Contracts/big-weather.json"))
        #expect(contract.operations.map { "\($0.method) \($0.path)" } == ["GET /now", "POST /now"])
        let check = await harness.run("check", "big-weather")
        #expect(check.code == .holds, "\(check)")
    }

    @Test func `of an archive of a browser, the answers in JSON of one host are taken`() async throws {
        let harness = try harness()
        let answers = [
            ("https://w.test/now", "application/json", "{}"),
            ("https://w.test/", "text/html", "<html></html>"),
            ("https://w.test/logo.svg", "image/svg+xml", "<svg/>"),
            ("https://ads.test/1", "application/json", "{}"),
            ("https://w.test/next", "application/json", "{}"),
        ]
        let traffic = answers.map { url, type, body in
            Interaction(
                HTTPRequest("GET", url),
                .response(HTTPResponse(200, headers: ["Content-Type": type], body: .text(body))))
        }
        try Archive(traffic).selfContainedHAR().write(to: harness.path("browser.har"))
        let run = await harness.run("init", "weather", "--recording", "browser.har")
        #expect(
            run.error.contains("browser.har: 3 requests not answered with JSON by the host that does most"),
            "\(run.error)")
        let contract = try Contract(contentsOf: harness.path("Contracts/weather.json"))
        #expect(contract.operations.map(\.path) == ["/next", "/now"])
    }

    @Test func `changes nothing that exists`() async throws {
        let harness = try harness()
        _ = await harness.run("init", "weather", "--recording", "export.har")
        let files = [
            "Sources/apis/APIs.swift", "Tests/apisTests/ScenarioTests.swift", "Contracts/weather.json",
            "AGENTS.md",
        ]
        for file in files { try Data("mine".utf8).write(to: harness.path(file)) }
        let recordings = try harness.files()
        let run = await harness.run("init", "weather", "--recording", "export.har")
        #expect(run.code == .holds)
        for file in files {
            #expect(run.error.contains("kept \(file)\n"))
            #expect(try String(contentsOf: harness.path(file), encoding: .utf8) == "mine")
        }
        #expect(try harness.files() == recordings)
    }

    @Test func `agents are given commands that exist, and the exit codes`() async throws {
        let harness = try harness()
        _ = await harness.run("init", "weather", "--recording", "export.har", "--tool", "traffic")
        let text = try String(contentsOf: harness.path("AGENTS.md"), encoding: .utf8)
        let named = text.replacing("\n", with: " ").matches(of: /swift run (?:--quiet )?traffic ([a-z]+)/)
            .map { String($0.1) }
        #expect(Set(named) == ["check", "explain", "show", "diff", "mcp", "record", "review"])
        #expect(Set(named).isSubset(of: CommandLineTool.commands.map { $0.syntax.name }))
        #expect(text.contains("weather/export") && text.contains("Never edit files in `Recordings` by hand."))
        #expect(
            text.contains("0 everything holds, 1 something is broken, 2 the command line is wrong, 3 a file"))
    }

    @Test func `a package without a recording gets a tool without scenarios`() async throws {
        let harness = try harness()
        let run = await harness.run("init", "weather", "--tool", "traffic")
        #expect(run.code == .holds)
        let program = try String(contentsOf: harness.path("Sources/traffic/APIs.swift"), encoding: .utf8)
        #expect(program.contains("scenarios: [],"))
        // There is no contract yet.
        let test = try String(
            contentsOf: harness.path("Tests/trafficTests/ScenarioTests.swift"), encoding: .utf8)
        #expect(test.contains("withRecording(item.api, scenario.name)"))
        #expect(try harness.files(in: "Contracts").isEmpty)
    }

    @Test(arguments: [["1api"], ["../x"], [""], ["x", "--tool", "a b"]])
    func `refuses names that cannot be those of files and targets`(words: [String]) async throws {
        #expect(try await harness().run(words: ["init"] + words).code == .usage)
    }

    @Test(arguments: ["verbatim", "Verbatim"])
    func `refuses a tool with the name of this package's program, in any case`(name: String) async throws {
        let run = try await harness().run("init", "weather", "--tool", name)
        #expect(run.code == .usage)
        let message = "'--tool \(name)' is not free, verbatim's own program has it: use a name such as apis"
        #expect(run.error.contains(message))
    }
}

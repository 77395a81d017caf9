import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// `verbatim models`, and the model warnings of `verbatim check`.
@Suite struct ModelsCommandTests {
    private static let recordings = PackageFolder.frozen("Recordings").path
    private static let sources = PackageFolder.url.appending(path: "Sources/App/VerbatimAppClients")
        .path

    @Test func `the models of the app and its recordings agree`() async throws {
        let tool = try CommandLineHarness()
        let run = await tool.run(
            "models", "--recordings", Self.recordings, "--sources", Self.sources, "--verbose")
        #expect(run.code == .holds)
        #expect(
            run.out.contains(
                "\nreqres ReqresUser\nproperty    declaration  type    contract  present"))
        #expect(run.out.contains("✓ holds · "), "\(run.out)")
    }

    @Test func `the contract that the models imply is written the same every time`() async throws {
        let tool = try CommandLineHarness()
        let words = ["models", "--expectations", "--recordings", Self.recordings, "--sources", Self.sources]
        let first = await tool.run(words: words)
        #expect(await tool.run(words: words).out == first.out)
        let apis = try JSON(parsing: first.out)["apis"].elements
        #expect(apis.compactMap { $0["api"].string } == ["flickr", "google-books", "itunes", "reqres"])
    }

    @Test(arguments: ["check", "models"])
    func `a crash waiting is a warning of a check as well`(command: String) async throws {
        let tool = try CommandLineHarness()
        try tool.loosen("reqres", at: "/components/schemas/User/required/0")
        let run = await tool.run(
            command, "--contracts", "Loose", "--recordings", Self.recordings + "/reqres/list-users.har",
            "--verbose")
        #expect(run.code == .holds)
        #expect(
            run.out.contains(
                """
                model-required-contract-optional: '/data/*/id' is optional in the contract, ReqresUser.id expects Int
                  at Loose/reqres.json:
                """), "\(run.out)")
        #expect(run.out.contains("\n  next: add \"id\" to 'required' in Loose/reqres.json:"))
    }

    @Test func `with the contract alone, the models decode what is generated from it`() async throws {
        let tool = try CommandLineHarness()
        let words = ["models", "--contract-only", "--sources", Self.sources]
        let whole = await tool.run(words: words + ["--contracts", PackageFolder.frozen("Contracts").path])
        #expect(whole.code == .holds)
        #expect(whole.out.contains(" instances decoded\n"), "\(whole.out)")
        try tool.loosen("reqres", at: "/components/schemas/User/required/0")
        let loose = await tool.run(words: words + ["--contracts", "Loose"])
        #expect(loose.code == .holds)
        #expect(
            loose.out.hasPrefix(
                "warning: reqres: '/data/*/id' is left out in an instance of the contract, ReqresUser.id expects Int\n"
            ), "\(loose.out)")
        #expect(loose.out.contains("  = in the instance {\"email\":\""), "\(loose.out)")
    }

    @Test func `with the contract alone, no recordings can be chosen`() async throws {
        let run = try await CommandLineHarness().run(
            "models", "--contract-only", "--recordings", "Recordings")
        #expect(run.code == .usage)
        #expect(
            run.error.contains(
                "'--contract-only' cannot be combined with '--recordings': no recording is read"))
    }

    @Test func `an API that is not known is wrong usage`() async throws {
        let run = try await CommandLineHarness().run("models", "itunse")
        #expect(run.code == .usage)
        #expect(run.error.contains("itunse"))
    }
}

extension CommandLineHarness {
    /// Puts a contract into the folder `Loose`, without one of its elements.
    fileprivate func loosen(_ api: String, at pointer: String) throws {
        let frozen = PackageFolder.frozen("Contracts/\(api).json")
        let loose = path("Loose")
        try FileManager.default.createDirectory(at: loose, withIntermediateDirectories: true)
        let contract = try JSON(parsing: Data(contentsOf: frozen))
        let element = contract[try JSONPointer(parsing: pointer)]
        try #require(element.exists)
        let value = contract.value.removing(element.pointer.tokens[...])
        try Data(value.text(.pretty).utf8).write(to: loose.appending(path: "\(api).json"))
    }
}

extension JSONValue {
    fileprivate func removing(_ path: ArraySlice<String>) -> JSONValue {
        switch self {
        case .object(var object):
            guard let name = path.first else { return self }
            object[name] = object[name]?.removing(path.dropFirst())
            return .object(object)
        case .array(var elements):
            guard let index = path.first.flatMap(Int.init) else { return self }
            if path.count == 1 {
                elements.remove(at: index)
            } else {
                elements[index] = elements[index].removing(path.dropFirst())
            }
            return .array(elements)
        default: return self
        }
    }
}

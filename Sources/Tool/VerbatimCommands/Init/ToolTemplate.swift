/// The sources that `init` writes.
struct ToolTemplate {
    let api: String
    let tool: String
    /// The name of the first scenario, if there is a recording.
    let scenario: String?
    let urls: [String]

    /// Returns a Swift identifier, `googleBooks` for `google-books`; nil if the name begins with no letter.
    static func identifier(_ name: String) -> String? {
        let parts = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        guard let first = parts.first, let initial = first.first, !initial.isNumber else { return nil }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name of the API in Swift; one that Swift or `API` has is followed by `API`.
    private var identifier: String {
        let name = Self.identifier(api) ?? "api"
        return Self.isReserved(name) ? name + "API" : name
    }

    /// Whether Swift reads a name otherwise than as that of a declaration.
    ///
    /// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/#Keywords-and-Punctuation
    static func isReserved(_ name: String) -> Bool { reservedWords.contains(name) }

    private static let reservedWords: Set = [
        "Any", "Protocol", "Self", "Type", "all", "as", "associatedtype", "await", "borrowing",
        "break", "case", "catch", "class", "consuming", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "nonisolated", "open", "operator", "package", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    var program: String {
        """
        import Foundation
        import VerbatimKit

        @main struct APIs: VerbatimTool {
            static let apis: [API] = [.\(identifier)]
        }

        extension API {
            static let \(identifier) = API(
                name: \(api.swiftLiteral),
                scenarios: [\(scenario.map(scenarioSource) ?? "")],
                // The models of the app that decode responses, such as ModelBinding("getForecast",
                // Forecast.self).
                models: [])
        }

        """
    }

    private func scenarioSource(_ name: String) -> String {
        """

                    Scenario(\(name.swiftLiteral), "sends the recorded requests") { context in
                        // Replace the requests by calls of the app's client, which gets `context.session`.
                        for address in [
        \(urls.map { "                    \($0.swiftLiteral),\n" }.joined())                ] {
                            let url = try Scenario.require(URL(string: address), "URL")
                            _ = try await context.session.data(from: url)
                        }
                    }

        """ + "        "
    }

    /// The argument that holds the interactions to the contract, if there is one.
    private var requirement: String { scenario == nil ? "" : ", keeping: .contract" }

    /// The test that replays every scenario.
    var test: String {
        """
        import Testing
        import VerbatimKit
        import VerbatimContractTesting

        @testable import \(tool)

        /// Every scenario of every API, replayed from its recording.
        @Suite struct ScenarioTests {
            /// A scenario, as a test argument.
            struct Case: Sendable, CustomTestStringConvertible {
                let api: API
                let scenario: Scenario

                var testDescription: String { "\\(api.name)/\\(scenario.name)" }

                static let all = APIs.apis.flatMap { api in
                    api.scenarios.map { Case(api: api, scenario: $0) }
                }
            }

            @Test(arguments: Case.all)
            func `the scenario succeeds on its recording`(_ item: Case) async throws {
                let scenario = item.scenario
                try await withRecording(item.api, scenario.name\(requirement)) { session in
                    try await scenario.run(ScenarioContext(session: session))
                }
            }
        }

        """
    }

    /// What agents that change the package have to know.
    var agents: String {
        let recording = "\(api)/\(scenario ?? "SCENARIO")"
        return """
            # Recordings of web APIs

            This package records what web APIs answer, with Verbatim, and replays it in its tests.

            - `swift test` replays the recordings. It needs neither a network nor keys.
            - `swift run \(tool) check` holds them to the contracts and the models. `--format json` has the `verdict`
              and the `causes`: what happened at the provider, what it breaks, and what to do.
            - `swift run \(tool) explain ID` explains a cause, a finding or a rule; `swift run \(tool) show
              \(recording)` prints a recording.
            - `swift run \(tool) diff` says whom the changes of the contracts break.
            - `swift run --quiet \(tool) mcp` serves these commands by the Model Context Protocol.
            - `swift run \(tool) record \(api)` asks the provider again. It needs a network, and keys if the
              provider does: ask before you run it. Tests alone: `VERBATIM_MODE=record swift test`.

            Exit codes: 0 everything holds, 1 something is broken, 2 the command line is wrong, 3 a file cannot be
            read or a provider not be reached.

            Rules:

            - Never edit files in `Recordings` by hand. They are what an API answered; record again instead.
            - Do not widen a contract in `Contracts`, and do not add to `Contracts/overrides.json`, to make a check
              pass. `swift run \(tool) review \(api)` lists the decisions, and a person makes them.
            - A request that was not recorded fails the test with the most similar one. Correct the request if it is
              wrong, or ask for a new recording; do not turn the recording off.
            - Commit `Recordings` together with the code that needs them.

            """
    }

    /// The targets for the manifest, and the next step.
    var manifest: String {
        """
        add '.macOS(.v15)' to 'platforms' in Package.swift, and to 'targets':
            .executableTarget(
                name: "\(tool)", dependencies: [.product(name: "VerbatimKit", package: "verbatim")]),
            .testTarget(
                name: "\(tool)Tests",
                dependencies: [
                    "\(tool)", .product(name: "VerbatimKit", package: "verbatim"),
                    .product(name: "VerbatimContractTesting", package: "verbatim"),
                ]),
          next: swift run \(tool) check \(api), swift test

        """
    }
}

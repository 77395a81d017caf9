import VerbatimJSON

/// The sources that `init` writes.
struct ToolTemplate {
    let api: String
    let tool: String
    /// The name of the first scenario, if there is a recording.
    let scenario: String?
    let urls: [String]

    /// Returns a name as a Swift identifier, as `googleBooks` for `google-books`, or nil if it begins with no
    /// letter.
    static func identifier(_ name: String) -> String? {
        let parts = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }
        guard let first = parts.first, let initial = first.first, !initial.isNumber else { return nil }
        return first + parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var identifier: String { Self.identifier(api) ?? "api" }

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

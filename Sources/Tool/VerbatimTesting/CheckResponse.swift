import Foundation
public import Testing
import VerbatimAPI
import VerbatimContract
public import VerbatimHAR
import VerbatimJSON

/// Holds one response to a contract, and to the models of its API, in a test of Swift Testing.
///
/// For an answer that a provider gave once, reduced to what matters; `verbatim check --reproduce` writes such
/// tests:
///
/// ```swift
/// @Test func `the temperature may be a text`() {
///     checkResponse(
///         HTTPResponse(
///             200, headers: ["Content-Type": "application/json"], body: .text(#"{"celsius": "21.5"}"#)),
///         to: HTTPRequest("GET", "https://weather.example/v1/now?city=Berlin"),
///         keeping: .contract(of: .weather))
/// }
/// ```
///
/// Breaking findings are failures of the test, warnings are warnings; others are not reported. Overrides of
/// the contracts apply.
///
/// - Parameters:
///   - response: The response.
///   - request: The request, by whose method and URL the operation is found.
///   - contract: The contract. Without an API, it is the one that has the URL, and no models take part.
///   - rules: The ids of the rules to hold it to; without any, all. A finding of one of them fails the test,
///     even if it is a warning, and other findings are not reported.
public func checkResponse(
    _ response: HTTPResponse, to request: HTTPRequest, keeping contract: ContractRequirement = .contract,
    for rules: String..., sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let problems: [RecordingProblem]
    do {
        let rules = try rules.isEmpty ? nil : Set(rules.map(Rule.checked))
        let file = sourceLocation.filePath
        let check = try ContractCheck(
            contract, of: contract.api, recording: "",
            testFolder: URL(fileURLWithPath: file).deletingLastPathComponent(),
            recordings: RecordingsFolders(nil, testFile: file).primary)
        problems = check.problems(of: Interaction(request, .response(response)), rules: rules)
    } catch {
        problems = [RecordingProblem(error)]
    }
    for problem in problems { problem.record(at: sourceLocation) }
}

extension Rule {
    /// Returns the rule with an id, to which responses can be held.
    fileprivate static func checked(_ id: String) throws -> Rule {
        guard let rule = Checker.rules.first(where: { $0.id == id }) else { throw UnknownRule(id: id) }
        return rule
    }

    private struct UnknownRule: Error, CustomStringConvertible {
        let id: String

        var description: String {
            MessageText(
                "rule-unknown: no response is held to a rule '\(id)'",
                next: "correct the name, see \(ToolCommand("rules"))"
            ).text
        }
    }
}

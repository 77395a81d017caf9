import Foundation
public import Testing
import VerbatimAPI
import VerbatimContract
public import VerbatimHAR
import VerbatimJSON
public import VerbatimTesting

/// Holds one response to a contract, and to the models of its API, in a test of Swift Testing.
///
/// For an answer that a provider gave once, reduced to what matters; `check --reproduce` writes such tests:
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
///   - pointer: The JSON Pointer of the values to hold to these rules, in which `*` stands for any name or
///     index: `/items/*/id`; nil for all.
public func checkResponse(
    _ response: HTTPResponse, to request: HTTPRequest, keeping contract: ContractRequirement = .contract,
    for rules: String..., at pointer: String? = nil, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let problems: [RecordingProblem]
    do {
        let scope = try CheckedRules(rules, at: pointer)
        let file = sourceLocation.filePath
        let check = try ContractCheck(
            contract.contract, recording: "",
            testFolder: URL(fileURLWithPath: file).deletingLastPathComponent(),
            recordings: RecordingsFolders(nil, testFile: file).ofContracts)
        problems = check.problems(of: Interaction(request, .response(response)), scope: scope)
    } catch { problems = [RecordingProblem(error)] }
    for problem in problems { problem.record(at: sourceLocation) }
}

/// The rules to which a test holds a response, and the values that it holds to them.
struct CheckedRules: Sendable {
    /// The rules; nil for all.
    private let rules: Set<Rule>?
    /// The values; nil for all.
    private let pattern: JSONPointer?

    /// Creates the rules with some ids, or with all rules if the list is empty.
    ///
    /// - Throws: The message that an id or a pointer is wrong.
    init(_ ids: [String], at pointer: String?) throws {
        rules = try ids.isEmpty ? nil : Set(ids.map(Self.rule))
        pattern = try pointer.map { try JSONPointer(parsing: $0) }
    }

    /// Whether a finding fails the test, even if it is a warning.
    var isNamed: Bool { rules != nil }

    /// Whether a finding is reported. That the contract lacks the operation always is: no rule applies then.
    func includes(_ finding: Finding) -> Bool {
        guard finding.rule != .operationUndocumented else { return true }
        guard rules?.contains(finding.rule) ?? true else { return false }
        guard let pattern else { return true }
        return finding.pointer.map(pattern.matches) ?? false
    }

    /// Whether a request that no contract has is what the test is about.
    var includesUndocumentedAPIs: Bool { rules?.contains(.apiUndocumented) == true }

    private static func rule(_ id: String) throws -> Rule {
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

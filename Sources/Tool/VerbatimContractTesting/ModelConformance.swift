import Foundation
public import Testing
import VerbatimContract
import VerbatimJSON
public import VerbatimModels
public import VerbatimTesting

extension ModelBinding {
    /// Holds the model to a contract alone, in a test of Swift Testing: it decodes whatever the contract
    /// allows, recorded or not.
    ///
    /// Documents are generated from the schema of each response: with all properties, without each optional
    /// one, with null, with each branch and type, with the limits of numbers, the forms of dates, and a word
    /// that an open enumeration does not know.
    ///
    /// ```swift
    /// @Test func `the model decodes whatever the contract allows`() {
    ///     let binding = ModelBinding("getForecast", Forecast.self, decoder: { .weather })
    ///     binding.conforms(to: .contract)
    /// }
    /// ```
    ///
    /// Each property of the app that does not decode a document is one failure of the test, with the line of
    /// the contract. Findings of the severity information are not reported. Overrides of the contracts apply.
    ///
    /// - Parameter contract: The contract. Without an API, it is the only one that has the operation.
    public func conforms(
        to contract: ContractRequirement, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let problems: [RecordingProblem]
        do {
            let file = sourceLocation.filePath
            let check = try ContractCheck(
                contract.contract, recording: "",
                testFolder: URL(fileURLWithPath: file).deletingLastPathComponent(),
                recordings: RecordingsFolders(nil, testFile: file).ofContracts)
            problems = try check.problems(of: self)
        } catch { problems = [RecordingProblem(error)] }
        for problem in problems { problem.record(at: sourceLocation) }
    }
}

extension ContractCheck {
    /// Decodes instances of a contract with a model, and returns what it does not decode.
    ///
    /// - Throws: The message that no contract has the operation, or several have it.
    fileprivate func problems(of binding: ModelBinding) throws -> [RecordingProblem] {
        var audit = ContractAudit(try contract(with: binding))
        audit.add(binding)
        let sources = folder.deletingLastPathComponent().appending(path: "Sources")
        let report = audit.report(SourceIndex(contentsOf: URL(filePath: sources.displayPath)))
        var overrides = overrides
        let isUntried = report.instances == 0
        return overrides.applied(to: report.findings).filter { isUntried || $0.severity >= .warning }
            .map { RecordingProblem(message: $0.instanceMessage, isFailure: true) }
    }

    /// Returns the contract of the API, or else the only one with the operation of a binding.
    private func contract(with binding: ModelBinding) throws -> Contract {
        let known = apiName.map { contracts.contracts(of: [$0]) } ?? contracts
        let found = known.contracts.filter { binding.operation(in: $0) != nil }
        guard found.count != 1 else { return found[0] }
        throw UnknownOperation(
            operation: binding.operation, folder: folder.displayPath,
            contracts: (found.isEmpty ? known.contracts : found).map(\.api), isAmbiguous: !found.isEmpty)
    }

    private struct UnknownOperation: Error, CustomStringConvertible {
        let operation: String
        let folder: String
        let contracts: [String]
        let isAmbiguous: Bool

        var description: String {
            let names = contracts.list(isAmbiguous ? "and" : "or")
            return MessageText(
                isAmbiguous
                    ? "binding-unknown-operation: several contracts have the operation '\(operation)': \(names)"
                    : "binding-unknown-operation: no contract has the operation '\(operation)'",
                at: folder,
                next: isAmbiguous
                    ? "name the API of the contract: `.contract(of:)`"
                    : "correct the operation of the ModelBinding, or declare it in the contract of \(names)"
            ).text
        }
    }
}

extension Finding {
    /// The finding with its instance, the line of the contract and the property of the app.
    fileprivate var instanceMessage: String {
        let places = [contractLocation ?? location, modelLocation].compactMap { $0?.description }
        var details: [String] = []
        if case .instance(let value) = evidence {
            details = ["in the instance \(value.text(.compact).excerpt(300))"]
        }
        return MessageText(
            "\(rule.id): \(message)", at: places.isEmpty ? nil : places.joined(separator: ", "),
            details: details, next: next.isEmpty ? nil : next
        ).text
    }
}

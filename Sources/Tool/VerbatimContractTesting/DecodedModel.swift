import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimTesting

/// A model that a test names, to decode answers of its recording.
struct DecodedModel: Sendable {
    /// The operation id, or the method and the path; nil if the recording shows it.
    let operation: String?
    let name: String
    let bind: @Sendable (String) -> ModelBinding

    /// Binds the model to the operation whose successful answers in JSON a recording has.
    ///
    /// - Returns: The name of the API and the binding; nil if no contract has the URL of an answer.
    /// - Throws: The message that the operation is not known.
    func bound(
        to interactions: [Interaction], in contracts: ContractSet, api: String?
    ) throws -> (api: String, binding: ModelBinding)? {
        let matches = interactions.filter(\.isSuccessInJSON).compactMap { interaction in
            contracts.operation(of: interaction, api: api)
        }
        guard let first = matches.first else { return nil }
        if let operation { return (first.contract.api, bind(operation)) }
        let names = matches.map(\.operation.id).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        guard names.count == 1 else { throw SeveralOperations(model: name, operations: names) }
        return (first.contract.api, bind(names[0]))
    }

    private struct SeveralOperations: Error, CustomStringConvertible {
        let model: String
        let operations: [String]

        var description: String {
            MessageText(
                "decoding-ambiguous: the recording has answers of \(operations.list("and")), and \(model) is "
                    + "the model of one",
                next: "name it: `.decoding(\(model).self, of: \"\(operations[0])\")`"
            ).text
        }
    }
}

extension Interaction {
    /// Whether it has a successful answer whose media type is JSON.
    fileprivate var isSuccessInJSON: Bool {
        guard case .response(let response) = outcome, 200...299 ~= response.status else { return false }
        return response.headers["Content-Type"]?.lowercased().contains("json") == true
    }
}

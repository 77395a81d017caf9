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
    /// Whether it decodes the items of streams rather than bodies in JSON.
    var isOfItems = false
    let bind: @Sendable (String) -> ModelBinding

    /// Binds the model to the operation whose successful answers in JSON a recording has.
    ///
    /// - Returns: The name of the API and the binding; nil if no contract has the URL of an answer.
    /// - Throws: The message that the operation is not known.
    func bound(
        to interactions: [Interaction], in contracts: ContractSet, api: String?
    ) throws -> (api: String, binding: ModelBinding)? {
        let json = interactions.filter { $0.isSuccess(inItems: isOfItems) }
        // A stream is no body for the model, which is a failure that says so.
        let read = json.isEmpty ? interactions.filter { $0.isSuccess(inItems: true) } : json
        let matches = read.compactMap { contracts.operation(of: $0, api: api) }
        guard let first = matches.first else { return nil }
        if let operation { return (first.contract.api, bind(operation)) }
        let names = matches.map(\.operation.id).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        guard names.count == 1 else {
            throw SeveralOperations(model: name, label: isOfItems ? "items: " : "", operations: names)
        }
        return (first.contract.api, bind(names[0]))
    }

    private struct SeveralOperations: Error, CustomStringConvertible {
        let model: String
        let label: String
        let operations: [String]

        var description: String {
            MessageText(
                "decoding-ambiguous: the recording has answers of \(operations.list("and")), and \(model) is "
                    + "the model of one",
                next: "name it: `.decoding(\(label)\(model).self, of: \"\(operations[0])\")`"
            ).text
        }
    }
}

extension Interaction {
    /// Whether it has a successful answer whose media type is JSON, or a sequence of items.
    fileprivate func isSuccess(inItems: Bool) -> Bool {
        guard let response = outcome.judgedResponse, 200...299 ~= response.status else { return false }
        guard !inItems, itemFormat == nil else { return inItems && itemFormat != nil }
        return response.headers["Content-Type"]?.lowercased().contains("json") == true
    }
}

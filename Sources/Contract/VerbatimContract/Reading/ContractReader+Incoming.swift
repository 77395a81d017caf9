import VerbatimJSON

/// Requests that the API sends and the app answers.
///
/// https://spec.openapis.org/oas/v3.1.1.html#callback-object
extension ContractReader {
    /// Reads the webhooks of the document, and the callbacks of operations.
    mutating func readIncoming(_ operations: [APIOperation]) -> [APIOperation] {
        var incoming: [APIOperation] = []
        for webhook in document["webhooks"].members where !webhook.name.hasPrefix("x-") {
            incoming += self.incoming(webhook.value, named: "webhook '\(webhook.name)'")
        }
        for operation in operations {
            for callback in operation.node["callbacks"].members where !callback.name.hasPrefix("x-") {
                guard let expressions = resolve(callback.value) else { continue }
                for item in expressions.members where !item.name.hasPrefix("x-") {
                    let name = "callback '\(callback.name)' of '\(operation.id)'"
                    incoming += self.incoming(
                        item.value, named: expressions.count == 1 ? name : "\(name) at '\(item.name)'")
                }
            }
        }
        return incoming
    }

    private mutating func incoming(_ item: JSON, named name: String) -> [APIOperation] {
        var operations: [APIOperation] = []
        for part in parts(of: item) {
            let shared = parameters(part["parameters"])
            for (method, _, node) in Self.methods(of: part) where validate(node, as: .operation) {
                let operation = APIOperation(
                    id: name, method: method, path: name, isRecorded: false,
                    servers: [], urls: [], parameters: shared + parameters(node["parameters"]), constants: [],
                    security: [],
                    requestBody: node["requestBody"].exists ? requestBody(node["requestBody"]) : nil,
                    responses: responses(node["responses"]), messages: [:], node: node)
                operations.append(operation)
            }
        }
        return operations
    }
}

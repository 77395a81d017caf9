import HTTPArchive
import JSONDocument

extension OperationCheck {
    mutating func checkResponse(_ response: HTTPResponse) {
        guard let promise = operation.response(to: response.status) else {
            note(
                .responseStatusUndocumented, "the status", found: String(response.status),
                expected: Words.either(operation.responses.map(\.status)),
                promise: operation.node["responses"])
            return
        }
        for header in promise.headers { check(header, in: response) }
        checkBody(of: response, promise)
    }

    private mutating func check(_ promise: HeaderPromise, in response: HTTPResponse) {
        let subject = "header '\(promise.name)'"
        let values = response.headers.values(of: promise.name)
        guard !values.isEmpty else {
            if promise.isRequired {
                note(
                    .responseHeaderMissing, subject, found: "missing", expected: "required",
                    promise: promise.node)
            }
            return
        }
        guard let schema = promise.schema else { return }
        for fault in faults(in: values, of: schema, isList: false) {
            note(
                .responseHeaderInvalid, subject, found: fault.found, expected: fault.expected,
                promise: promise.node)
        }
    }

    /// What is wrong with a value that came as text, in one field or in several.
    func faults(in values: [String], of schema: SchemaPromise, isList: Bool) -> [(
        found: String, expected: String
    )] {
        let shape = contract.shapes[schema.shape]
        let text = values.joined(separator: ", ")
        do {
            let instance = try value(values, shape: shape, isList: isList)
            observe(instance, schema)
            return contract.faults(in: instance, of: schema).map { ($0.found, $0.expected) }
        } catch {
            return [(Words.quoted(text), "text")]
        }
    }

    /// The value of a parameter or header; a list is repeated or has commas.
    private func value(
        _ values: [String], shape: SchemaShapes.Shape, isList: Bool
    ) throws(JSONError) -> JSON {
        guard let items = shape.items, shape.allows("array") else {
            return try TextValue.document(values.joined(separator: ", "), shape: shape)
        }
        let parts = isList ? values : values.flatMap { $0.split(separator: ",").map(String.init) }
        let elements = parts.map { TextValue.json($0, shape: contract.shapes[items]) }
        return try JSON(parsing: "[" + elements.joined(separator: ",") + "]")
    }
}

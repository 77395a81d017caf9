import VerbatimHAR
import VerbatimJSON

extension OperationCheck {
    mutating func checkResponse(_ response: HTTPResponse) {
        guard let promise = operation.response(for: response.status) else {
            note(
                .responseStatusUndocumented, "the status", found: String(response.status),
                expected: ContractMessages.either(operation.responses.map(\.status)),
                promise: operation.node["responses"])
            return
        }
        for header in promise.headers { check(header, in: response) }
        checkBody(of: response, promise)
    }

    private mutating func check(_ promise: HeaderObject, in response: HTTPResponse) {
        let subject = "header '\(promise.name)'"
        let values = response.headers.values(of: promise.name).map { $0[...] }
        guard !values.isEmpty else {
            if promise.isRequired {
                note(
                    .responseHeaderMissing, subject, found: "missing", expected: "required",
                    promise: promise.node)
            }
            return
        }
        guard let schema = promise.schema else { return }
        let notation = ParameterSerialization(style: .simple, isExploded: promise.isExploded)
        // A cookie has commas of its own, so each stands in a field of its own (RFC 6265, section 3).
        let lists = promise.name.lowercased() == "set-cookie" ? values.map { [$0] } : [values]
        for values in lists {
            let sent = SentValue(name: promise.name, values: values, encoding: .none)
            for fault in faults(in: sent, of: schema, in: notation, as: promise.mediaType) {
                note(
                    .responseHeaderInvalid, subject, found: fault.found, expected: fault.expected,
                    promise: promise.node)
            }
        }
    }
}

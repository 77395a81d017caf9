import Foundation
package import VerbatimContract
package import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// Responses that contracts describe, for requests that were never recorded.
package struct ContractExamples: Sendable {
    private let contracts: ContractSet

    package init(_ contracts: ContractSet) { self.contracts = contracts }

    /// Returns the response to a request: the example of its operation, or an instance of its schema.
    ///
    /// The response is the first successful one, or that with the status of `Prefer: code=404`. Its body is
    /// the example if that is valid. Equal requests have equal responses.
    ///
    /// - Parameter api: The API of the request; nil finds it by the URL.
    /// - Returns: The response; nil if there is no such operation, or neither an example of the body nor
    ///   JSON.
    package func response(to request: HTTPRequest, api: String?) -> HTTPResponse? {
        let target = RequestTarget(request.url)
        guard case .operation(let match) = contracts.match(request, at: target, api: api),
            let (status, response) = match.operation.response(preferring: request.preferredStatus)
        else { return nil }
        var headers: HeaderFields = [:]
        for header in response.headers where header.isRequired {
            headers[header.name] = match.contract.text(of: header)
        }
        let accepted = response.content.first { $0.range.isJSON } ?? response.content.first
        guard let accepted else {
            headers[HTTPResponse.substituteField] = "generated"
            return HTTPResponse(status, headers: headers)
        }
        guard let (body, isExample) = match.contract.body(of: accepted) else { return nil }
        headers["Content-Type"] = accepted.range.canonicalEssence
        headers[HTTPResponse.substituteField] = isExample ? "example" : "generated"
        return HTTPResponse(status, headers: headers, body: .text(body))
    }
}

extension HTTPRequest {
    /// The status that a client prefers: `Prefer: code=404`.
    ///
    /// RFC 7240, section 2: https://www.rfc-editor.org/rfc/rfc7240#section-2
    fileprivate var preferredStatus: Int? {
        let preferences = headers.values(of: "Prefer").flatMap { $0.split(separator: ",") }
        return preferences.lazy.compactMap { preference in
            let parts = preference.filter { $0 != " " && $0 != "\"" }.split(separator: "=")
            return parts.count == 2 && parts[0] == "code" ? Int(parts[1]) : nil
        }.first
    }
}

extension APIOperation {
    /// Returns the response with a status, or the one of the lowest successful status, then of any.
    fileprivate func response(preferring status: Int?) -> (status: Int, response: ResponseObject)? {
        if let status { return response(for: status).map { (status, $0) } }
        let known = responses.compactMap { response -> (status: Int, response: ResponseObject)? in
            let status = Int(response.status) ?? response.status.first?.wholeNumberValue.map { $0 * 100 }
            return (status ?? 200, response)
        }
        return known.filter { 200..<300 ~= $0.status }.min { $0.status < $1.status }
            ?? known.min { $0.status < $1.status }
    }
}

extension Contract {
    /// Returns the body of a media type, and whether it is an example; nil if there is neither an example nor
    /// an instance of its schema.
    fileprivate func body(of media: MediaTypeObject) -> (text: String, isExample: Bool)? {
        let isJSON = media.range.isJSON || media.range.canonicalEssence == "text/javascript"
        let named = media.node["examples"].members.map { $0.value["value"] }
        for example in ([media.node["example"]] + named) where example.exists {
            if !isJSON, let text = example.string { return (text, true) }
            guard media.schema.map({ accepts(example, $0) }) ?? true else { continue }
            return (example.value.text(.compact), true)
        }
        guard isJSON, let schema = media.schema else { return nil }
        return instance(of: schema).map { ($0.text(.compact), false) }
    }

    /// Returns the value of a header: its example, or an instance of its schema.
    fileprivate func text(of header: HeaderObject) -> String? {
        let example = header.node["example"]
        let value = example.exists ? example.value : header.schema.flatMap { instance(of: $0) }
        return value.map { $0.string ?? $0.text(.compact) }
    }

    private func instance(of schema: SchemaReference) -> JSONValue? {
        [true, false].lazy.compactMap { self.instance(of: schema, usesExamples: $0)?.whole.value }.first
    }

    /// Returns a valid instance of a schema with as many properties as possible, and the builder that made
    /// it; nil if none is found.
    ///
    /// - Parameter usesExamples: Whether the examples of the schemas are values.
    func instance(
        of schema: SchemaReference, usesExamples: Bool
    ) -> (builder: InstanceBuilder, whole: InstanceNode)? {
        var builder = InstanceBuilder(references, usesExamples: usesExamples)
        let whole =
            builder.build([schema.node]).flatMap { valid($0, schema) }
            ?? builder.build([schema.node], .minimal).flatMap { valid($0, schema) }
        return whole.map { (builder, $0) }
    }

    /// Returns a value without the optional properties that make it invalid; nil if that is not enough.
    private func valid(_ node: InstanceNode, _ schema: SchemaReference) -> InstanceNode? {
        var node = node
        for _ in 0..<Self.corrections {
            guard let json = JSON(node.value) else { return nil }
            let violations = schemas[schema.index].validate(json)
            if violations.isEmpty { return node }
            let pointers = violations.flatMap { [$0] + $0.causes }.map(\.instancePointer.tokens)
            guard let next = pointers.lazy.compactMap({ node.dropping($0[...]) }).first else { return nil }
            node = next
        }
        return nil
    }

    private static let corrections = 100
}

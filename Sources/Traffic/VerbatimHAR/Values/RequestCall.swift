import Foundation
package import VerbatimJSON

/// A call of GraphQL or JSON-RPC: a request that names what is called at a URL which many operations share,
/// in an object in its body or, as queries of GraphQL may, in the query of its URL.
///
/// https://spec.graphql.org/October2021/#sec-Executing-Requests, https://www.jsonrpc.org/specification,
/// https://graphql.github.io/graphql-over-http/draft/
package struct RequestCall: Sendable, Hashable {
    package enum Kind: Sendable, Hashable, CaseIterable, Codable {
        case graphQL, jsonRPC

        package var nameProperty: String { self == .graphQL ? RequestCall.operationName : "method" }

        /// The properties of which each response has at least one: of success, then of failure.
        package var outcomes: [String] { self == .graphQL ? ["data", "errors"] : ["result", "error"] }
    }

    package let kind: Kind
    /// The name of what is called, `eth_call` or `GetUser`; nil for a query of GraphQL without one.
    package let name: String?
    /// Whether the query of the URL has the call, not the body.
    package let isInURL: Bool

    private static let operationName = "operationName"

    /// Recognizes a call in a body; nil if the value is not one.
    ///
    /// Version 1 of JSON-RPC is recognized by its parameters, which are a list.
    package init?(_ value: JSON) {
        if let method = value["method"].string,
            value["jsonrpc"].exists || value["params"].kind == .array && value["id"].exists
        {
            self.init(kind: .jsonRPC, name: method, isInURL: false)
        } else {
            let hasOthers = ["variables", "documentId"].contains { value[$0].exists }
            self.init(
                query: value["query"].string, name: value[Self.operationName].string,
                isPersisted: value["extensions"]["persistedQuery"].exists, hasOthers: hasOthers,
                isInURL: false)
        }
    }

    /// The items of a query that show a call; others only go with them.
    private static let names: [Substring] = ["query", "extensions", operationName[...]]

    /// Recognizes a query of GraphQL in a URL; nil if it has none.
    fileprivate init?(url: String) {
        let parts = URLParts(url).queryItems
        guard parts.contains(where: { Self.names.contains($0.name) }) else { return nil }
        let items = parts.map { item in
            (String(item.name), PercentEncoding.decode(item.value ?? "", plusIsSpace: true))
        }
        let values = Dictionary(items) { first, _ in first }
        self.init(
            query: values["query"], name: values[Self.operationName],
            isPersisted: values["extensions"]?.contains("persistedQuery") ?? false,
            hasOthers: values["variables"] != nil, isInURL: true)
    }

    /// - Parameter hasOthers: Whether the request has other parts of a call, which show that a name is that
    ///   of a query which the provider has.
    private init?(query: String?, name: String?, isPersisted: Bool, hasOthers: Bool, isInURL: Bool) {
        let document = query.flatMap(GraphQLDocument.init)
        let name = name.flatMap { $0.isEmpty ? nil : $0 }
        guard document != nil || isPersisted || name != nil && hasOthers && query == nil else { return nil }
        self.init(kind: .graphQL, name: name ?? document?.onlyName, isInURL: isInURL)
    }

    private init(kind: Kind, name: String?, isInURL: Bool) {
        (self.kind, self.name, self.isInURL) = (kind, name, isInURL)
    }

    /// Returns the text of a property of a body, by which an operation may be chosen; nil if it is missing.
    ///
    /// A query of GraphQL that has one operation need not repeat its name as `operationName`.
    package static func value(of name: String, in body: JSON) -> String? {
        let value = body[name]
        if value.exists, value.kind != .null { return value.string ?? value.text }
        return name == operationName ? nameOfOnlyOperation(in: body["query"].string) : nil
    }

    /// Returns the values of a parameter of a query, by which an operation may be chosen, in order.
    package static func values(of name: String, in values: (String) -> [String]) -> [String] {
        let own = values(name)
        guard own.isEmpty, name == operationName else { return own }
        return nameOfOnlyOperation(in: values("query").first).map { [$0] } ?? []
    }

    private static func nameOfOnlyOperation(in query: String?) -> String? {
        query.flatMap(GraphQLDocument.init)?.onlyName
    }
}

extension HTTPRequest {
    /// The body as JSON that is an object or an array; nil if it is not.
    package var structuredBody: JSON? {
        guard let text = body?.withoutByteOrderMark, let first = text.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return try? JSON(parsing: text)
    }

    /// The call in the body or in the URL, if there is one.
    package var call: RequestCall? { structuredBody.flatMap(RequestCall.init) ?? RequestCall(url: url) }

    /// The method and the URL, as messages show them, with the name of what is called in the body as the
    /// fragment: `POST https://a.test/rpc#eth_call`.
    package var methodAndURL: String { "\(method) \(url)\(callFragment)" }

    /// The name of what is called in the body with `#` before it; empty if the body has no such name.
    package var callFragment: String {
        guard let call, !call.isInURL, let name = call.name else { return "" }
        return "#" + name
    }
}

extension Interaction {
    /// The calls of a batch, each with its part of the request and of the response; nil if it is no batch.
    ///
    /// Calls of JSON-RPC have the response with their `id`, those of GraphQL the one with their index. Each
    /// has the whole response if that is not an array; a notification has no response.
    ///
    /// https://www.jsonrpc.org/specification#batch
    package var batch: [Interaction]? {
        guard let sent = request.structuredBody, sent.kind == .array, sent.count > 0,
            let bytes = request.body.map({ [UInt8]($0.withoutByteOrderMark) })
        else { return nil }
        let calls = sent.elements.compactMap { value in RequestCall(value).map { (value, $0) } }
        guard calls.count == sent.count else { return nil }
        let answers = BatchAnswers(to: self)
        return calls.enumerated().map { index, call in
            var part = self
            part.request.body = Data(bytes[call.0.range])
            return answers?.answering(part, call, at: index) ?? part
        }
    }
}

/// The elements of the response to a batch.
private struct BatchAnswers {
    private let response: HTTPResponse
    private let bytes: [UInt8]
    private let elements: [JSON]
    private let byID: [JSONValue: JSON]

    /// Reads the response; nil if it is no array.
    init?(to interaction: Interaction) {
        guard case .response(let response) = interaction.outcome,
            let bytes = try? [UInt8](response.body.storedBytes().withoutByteOrderMark),
            let json = try? JSON(parsing: bytes), json.kind == .array
        else { return nil }
        self.response = response
        self.bytes = bytes
        elements = Array(json.elements)
        byID = Dictionary(elements.map { ($0["id"].value, $0) }) { first, _ in first }
    }

    /// Returns an interaction with the response to its call.
    func answering(
        _ interaction: Interaction, _ call: (value: JSON, call: RequestCall), at index: Int
    ) -> Interaction {
        let id = call.value["id"]
        let answer =
            switch call.call.kind {
            case .jsonRPC: id.exists ? byID[id.value] : nil
            case .graphQL: elements.indices.contains(index) ? elements[index] : nil
            }
        var (part, response) = (interaction, response)
        if let answer {
            response.body = .data(Data(bytes[answer.range]))
            part.location?.bodyStart = answer.position
        } else {
            // A notification has no response, which says nothing about its body.
            let isNotification = call.call.kind == .jsonRPC && !id.exists
            response.body = isNotification ? .lost(.responseBody(size: nil)) : .empty
        }
        part.outcome = .response(response)
        return part
    }
}

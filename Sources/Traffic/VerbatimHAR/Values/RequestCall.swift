import Foundation
package import VerbatimJSON

/// A call of GraphQL or JSON-RPC: an object in the body of a request that names what is called at a URL which
/// many operations share.
///
/// https://spec.graphql.org/October2021/#sec-Executing-Requests, https://www.jsonrpc.org/specification,
/// https://graphql.github.io/graphql-over-http/draft/
package struct RequestCall: Sendable, Hashable {
    /// The protocol of a call.
    package enum Kind: Sendable, Hashable {
        case graphQL, jsonRPC
    }

    /// The protocol.
    package let kind: Kind
    /// The name of what is called, `eth_call` or `GetUser`; nil for a query of GraphQL without one.
    package let name: String?

    /// Recognizes a call; nil if the value is not one.
    package init?(_ value: JSON) {
        if let method = value["method"].string,
            value["jsonrpc"].exists || value["params"].exists && value["id"].exists
        {
            (kind, name) = (.jsonRPC, method)
        } else if Self.isQuery(value["query"]) || value["extensions"]["persistedQuery"].exists {
            (kind, name) = (.graphQL, Self.value(of: "operationName", in: value))
        } else {
            return nil
        }
    }

    /// The property of the body that has the name.
    package var property: String { kind == .graphQL ? "operationName" : "method" }

    private static func isQuery(_ query: JSON) -> Bool { query.string?.contains("{") ?? false }

    /// Returns the text of a property of a body, by which an operation may be chosen; nil if it is missing.
    ///
    /// A query of GraphQL that has one operation need not repeat its name as `operationName`.
    package static func value(of name: String, in body: JSON) -> String? {
        let value = body[name]
        if value.exists, value.kind != .null { return value.string ?? value.text }
        guard name == "operationName", isQuery(body["query"]) else { return nil }
        return body["query"].string.flatMap(GraphQLDocument.onlyOperationName)
    }
}

extension HTTPRequest {
    /// The body as JSON that is an object or an array; nil if it is no such.
    package var structuredBody: JSON? {
        guard let text = body?.withoutByteOrderMark,
            let first = text.first(where: { $0 > 0x20 }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        return try? JSON(parsing: text)
    }

    /// The call in the body, if there is one.
    package var call: RequestCall? { structuredBody.flatMap(RequestCall.init) }
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

/// Finds the names of the operations in a document of GraphQL.
///
/// https://spec.graphql.org/October2021/#sec-Language
enum GraphQLDocument {
    /// Returns the name of the only operation; nil if it has none, or if there are several operations.
    static func onlyOperationName(in text: String) -> String? {
        let bytes = Array(text.utf8)
        var (names, words, depth, index) = ([String?](), [String](), 0, 0)
        // The words of a definition that matter end where its variables, directives or fields begin.
        var isHead = true
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "#"):
                index = bytes[index...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? bytes.count
            case UInt8(ascii: "\""): index = endOfString(in: bytes, at: index)
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                if depth == 0, bytes[index] == UInt8(ascii: "{"), words.first != "fragment" {
                    names.append(words.count > 1 ? words[1] : nil)
                }
                (depth, isHead, index) = (depth + 1, false, index + 1)
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0, bytes[index] == UInt8(ascii: "}") { (words, isHead) = ([], true) }
                index += 1
            case UInt8(ascii: "@"): (isHead, index) = (depth > 0 && isHead, index + 1)
            case let byte where byte.isLetterOrDigit || byte == UInt8(ascii: "_"):
                let word = bytes[index...].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
                if depth == 0, isHead { words.append(String(decoding: word, as: UTF8.self)) }
                index = word.endIndex
            default: index += 1
            }
        }
        return names.count == 1 ? names[0] : nil
    }

    /// Returns the index after a string or a block string.
    private static func endOfString(in bytes: [UInt8], at start: Int) -> Int {
        let quote = UInt8(ascii: "\"")
        let isBlock = bytes[start...].starts(with: [quote, quote, quote])
        var index = start + (isBlock ? 3 : 1)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == quote, !isBlock || bytes[index...].starts(with: [quote, quote, quote]) {
                return index + (isBlock ? 3 : 1)
            } else {
                index += 1
            }
        }
        return bytes.count
    }
}

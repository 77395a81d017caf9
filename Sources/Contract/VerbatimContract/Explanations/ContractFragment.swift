package import VerbatimJSON

/// A part of the contract of an example, which has one operation, `GET /books`.
package struct ContractFragment: Sendable {
    /// The object whose members the fragment replaces.
    package enum Place: Sendable {
        /// The document.
        case document
        /// The operation.
        case operation
        /// The response with the status 200.
        case response

        /// A phrase for a title: `in an operation`.
        var phrase: String {
            switch self {
            case .document: "at the top level"
            case .operation: "in an operation"
            case .response: "in a response"
            }
        }
    }

    package let place: Place
    /// The members that matter.
    package let value: JSONValue

    package init(_ place: Place, _ value: JSONValue) {
        self.place = place
        self.value = value
    }

    /// The whole contract: the fragment, and what it needs to be one.
    package var document: JSONValue {
        let response: JSONValue = ["description": "The books."]
        let operation: JSONValue = ["operationId": "books.list", "responses": ["200": response]]
        func document(_ operation: JSONValue) -> JSONValue {
            [
                "openapi": "3.1.0", "info": ["title": "Books", "version": "1"],
                "servers": [["url": "https://api.example.com"]], "paths": ["/books": ["get": operation]],
            ]
        }
        return switch place {
        case .document: document(operation).replacingMembers(of: value)
        case .operation: document(operation.replacingMembers(of: value))
        case .response:
            document(
                operation.replacingMembers(of: ["responses": ["200": response.replacingMembers(of: value)]]))
        }
    }
}

extension ContractFragment {
    /// A response with a JSON body.
    package static func body(_ schema: JSONValue) -> ContractFragment {
        ContractFragment(.response, ["content": ["application/json": ["schema": schema]]])
    }

    /// A response with a JSON body that has one property.
    package static func property(_ name: String, _ schema: JSONValue) -> ContractFragment {
        body(["properties": .object(JSONObject([(name, schema)]))])
    }
}

extension JSONValue {
    fileprivate func replacingMembers(of other: JSONValue) -> JSONValue {
        var merged = self
        for (name, value) in other.object?.members ?? [] { merged[name] = value }
        return merged
    }
}

import Foundation
package import VerbatimContract
package import VerbatimHAR
package import VerbatimJSON

extension ContractFragment {
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

extension JSONValue {
    fileprivate func replacingMembers(of other: JSONValue) -> JSONValue {
        var merged = self
        for (name, value) in other.object?.members ?? [] { merged[name] = value }
        return merged
    }
}

extension RecordedExample {
    /// The interaction, as if it were the first of a recording.
    package var interaction: Interaction {
        let url = target.hasPrefix("/") ? "https://api.example.com" + target : target
        let location = Interaction.Location(archive: "Recordings/books/list.har", entry: 0, line: 1)
        let request = HTTPRequest(method, url, headers: sent, body: form.map { Data($0.utf8) })
        guard let status else {
            return Interaction(
                request, .failure(TransportFailure(code: -1005, reason: "the network connection was lost")),
                location: location)
        }
        return Interaction(
            request, .response(HTTPResponse(status, headers: headers, body: .data(Data(body.utf8)))),
            location: location)
    }
}

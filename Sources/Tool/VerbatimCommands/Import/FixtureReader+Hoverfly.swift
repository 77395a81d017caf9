import Foundation
import VerbatimHAR
import VerbatimJSON

/// Simulations of Hoverfly: https://docs.hoverfly.io/en/latest/pages/keyconcepts/simulations/simulations.html
extension FixtureReader {
    /// Reads the pairs of a simulation. A recording has requests, not patterns of requests: a pair with a
    /// matcher other than `exact` is lost.
    func simulation(_ pairs: JSON) throws(FileProblem) -> ForeignFixture {
        var fixture = fixture("a Hoverfly simulation")
        for pair in pairs.elements {
            let request: HTTPRequest
            do throws(Pattern) {
                request = try simulatedRequest(pair["request"])
            } catch {
                fixture.losses.append("\(location(of: pair)): a pair, because \(error.reason)")
                continue
            }
            let response = simulatedResponse(pair["response"], &fixture)
            try fixture.add(Interaction(request, .response(response)), from: path)
        }
        return fixture
    }

    /// The reason why a request is no single one.
    private struct Pattern: Error {
        let reason: String
    }

    private func simulatedRequest(_ request: JSON) throws(Pattern) -> HTTPRequest {
        let origin: String
        if let host = try value(of: request["destination"]) {
            let scheme = try value(of: request["scheme"]) ?? ""
            origin = "\(scheme.isEmpty ? "http" : scheme)://\(host)"
        } else if let server {
            origin = server.hasSuffix("/") ? String(server.dropLast()) : server
        } else {
            throw Pattern(reason: "its request has no destination; name it with `--url https://...`")
        }
        let path = try value(of: request["path"]) ?? "/"
        let query = try query(request["query"])
        var headers = HeaderFields()
        for (name, value) in request["headers"].members {
            for text in try values(of: value) { headers.append(name, text) }
        }
        let body = try value(of: request["body"]) ?? ""
        return HTTPRequest(
            try value(of: request["method"]) ?? "GET", origin + path + (query.isEmpty ? "" : "?\(query)"),
            headers: headers, body: body.isEmpty ? nil : Data(body.utf8))
    }

    /// The query: a text, a list of matchers of it, or an object of matchers by name.
    private func query(_ query: JSON) throws(Pattern) -> String {
        guard query.kind == .object else { return try value(of: query) ?? "" }
        var items: [String] = []
        for (name, value) in query.members {
            for text in try values(of: value) { items.append("\(name.queryEscaped)=\(text.queryEscaped)") }
        }
        return items.joined(separator: "&")
    }

    /// The only value that a field of a request accepts; nil if the request does not have the field.
    private func value(of field: JSON) throws(Pattern) -> String? { try values(of: field).first }

    private func values(of field: JSON) throws(Pattern) -> [String] {
        if let text = field.string { return [text] }
        var values: [String] = []
        for matcher in field.elements {
            if let text = matcher.string {
                values.append(text)
                continue
            }
            let name = matcher["matcher"].string?.lowercased() ?? "exact"
            guard name == "exact" || name == "json", matcher["doMatch"].kind != .object else {
                throw Pattern(reason: "it matches by '\(name)'")
            }
            values.append(text(matcher["value"]))
        }
        return values
    }

    private func simulatedResponse(_ response: JSON, _ fixture: inout ForeignFixture) -> HTTPResponse {
        let text = response["body"].string ?? ""
        let isEncoded = response["encodedBody"].bool == true
        if response["templated"].bool == true {
            fixture.losses.append("\(location(of: response)): the template of a response, whose text is kept")
        }
        for name in ["fixedDelay", "logNormalDelay", "transitionsState", "removesState"]
        where response[name].exists { fixture.losses.append("\(location(of: response[name])): '\(name)'") }
        let answer = HTTPResponse(
            response["status"].int ?? 200, headers: headers(response["headers"]),
            body: .data(isEncoded ? base64(text, at: response, &fixture) : Data(text.utf8)))
        return decoded(answer, at: location(of: response), &fixture.losses)
    }
}

extension String {
    /// The text as a part of a query: https://www.rfc-editor.org/rfc/rfc3986#section-3.4
    var queryEscaped: String {
        let allowed = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/:@!$,;")
        return addingPercentEncoding(withAllowedCharacters: allowed) ?? self
    }
}

import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimYAML

/// Cassettes of DVR (https://github.com/venmo/DVR) and of the VCRs of several languages, such as
/// https://github.com/vcr/vcr and https://github.com/kevin1024/vcrpy, as JSON.
extension FixtureReader {
    func cassette(_ recorded: JSON, of format: String) throws(FileProblem) -> ForeignFixture {
        var fixture = fixture(format)
        for entry in recorded.elements {
            let (request, response) = (entry["request"], entry["response"])
            guard let url = (request["uri"].string ?? request["url"].string),
                let status = status(of: response)
            else {
                fixture.losses.append("\(location(of: entry)): an interaction without a URL or a status")
                continue
            }
            let body = body(request["body"])
            let sent = HTTPRequest(
                (request["method"].string ?? "GET").uppercased(), url, headers: headers(request["headers"]),
                body: body.isEmpty ? nil : body)
            let answer = HTTPResponse(
                status, reason: response["status"]["message"].string ?? "",
                headers: headers(response["headers"]), body: .data(self.body(response["body"])))
            try fixture.add(
                Interaction(
                    sent, .response(decoded(answer, at: location(of: response), &fixture.losses)),
                    started: started(entry["recorded_at"]) ?? Interaction.unknownStart), from: path)
        }
        return fixture
    }

    /// `200`, `{"code": 200, "message": "OK"}` or `"200 OK"`.
    private func status(of response: JSON) -> Int? {
        let status = response["status"]
        return status.int ?? status["code"].int ?? response["code"].int
            ?? status.string?.split(separator: " ").first.flatMap { Int($0) }
    }

    /// A text, an object with a text in one of several forms, or JSON itself, as DVR stores it.
    private func body(_ value: JSON) -> Data {
        switch value.kind {
        case nil, .null: return Data()
        case .string:
            let text = value.string ?? ""
            return binary(text) ?? Data(text.utf8)
        case .object:
            let base64 =
                value["base64_string"].string
                ?? (value["encoding"].string == "base64" ? value["string"].string : nil)
            if let base64 { return Data(base64Encoded: base64) ?? Data(base64.utf8) }
            if let text = value["string"].string {
                // In YAML, bytes are text in base 64 with the tag `!!binary`.
                return (TextDocument.isYAML(path) ? binary(text) : nil) ?? Data(text.utf8)
            }
            return Data(value.value.text().utf8)
        default: return Data(value.value.text().utf8)
        }
    }

    /// The bytes of a text in base 64 that is too long for a word, as cassettes store bodies that are neither
    /// text nor JSON.
    private func binary(_ text: String) -> Data? {
        let text = text.replacing("\n", with: "")
        guard text.utf8.count >= 16, text.utf8.count % 4 == 0, !text.contains(" ") else { return nil }
        let data = Data(base64Encoded: text)
        return data.flatMap { String(bytes: $0, encoding: .utf8) == nil ? $0 : nil }
    }

    /// The time of a recording: seconds since 1970, or a date of RFC 9110 or RFC 3339.
    private func started(_ value: JSON) -> String? {
        if let seconds = value.double { return Date(timeIntervalSince1970: seconds).isoMilliseconds }
        guard let text = value.string else { return nil }
        if let date = try? Date.ISO8601FormatStyle().parse(text) { return date.isoMilliseconds }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return formatter.date(from: text)?.isoMilliseconds
    }
}

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
            let response = simulatedResponse(pair["response"], &fixture.losses)
            try fixture.add(Interaction(request, .response(response)), from: path)
        }
        return fixture
    }

    /// The reason why a request is no single one.
    private struct Pattern: Error {
        let reason: String
    }

    private func simulatedRequest(_ request: JSON) throws(Pattern) -> HTTPRequest {
        guard let host = try value(of: request["destination"]) else {
            throw Pattern(reason: "its request has no destination")
        }
        let scheme = try value(of: request["scheme"]) ?? "http"
        let path = try value(of: request["path"]) ?? "/"
        let query = try query(request["query"])
        var headers = HeaderFields()
        for (name, value) in request["headers"].members {
            for text in try values(of: value) { headers.append(name, text) }
        }
        let body = try value(of: request["body"]) ?? ""
        return HTTPRequest(
            try value(of: request["method"]) ?? "GET",
            "\(scheme)://\(host)\(path)" + (query.isEmpty ? "" : "?\(query)"), headers: headers,
            body: body.isEmpty ? nil : Data(body.utf8))
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
            let name = matcher["matcher"].string ?? "exact"
            guard name == "exact" || name == "json", matcher["doMatch"].kind != .object else {
                throw Pattern(reason: "it matches by '\(name)'")
            }
            values.append(text(matcher["value"]))
        }
        return values
    }

    private func simulatedResponse(_ response: JSON, _ losses: inout [String]) -> HTTPResponse {
        let text = response["body"].string ?? ""
        let body = response["encodedBody"].bool == true ? Data(base64Encoded: text) : nil
        if response["templated"].bool == true {
            losses.append("\(location(of: response)): the template of a response, whose text is kept")
        }
        for name in ["fixedDelay", "logNormalDelay", "transitionsState", "removesState"]
        where response[name].exists {
            losses.append("\(location(of: response[name])): '\(name)'")
        }
        let answer = HTTPResponse(
            response["status"].int ?? 200, headers: headers(response["headers"]),
            body: .data(body ?? Data(text.utf8)))
        return decoded(answer, at: location(of: response), &losses)
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

/// Stub mappings of WireMock: https://wiremock.org/docs/stubbing/
extension FixtureReader {
    /// Reads stub mappings. A recording has requests, not patterns of requests: a mapping whose URL or query
    /// is a pattern is lost.
    ///
    /// - Throws: ``FileProblem`` if no server is known, as mappings have paths only.
    func mappings(_ mappings: [JSON]) throws(FileProblem) -> ForeignFixture {
        guard let server else {
            throw FileProblem(
                location: path, what: "the stub mappings of WireMock name no server",
                next: "name it with `--url https://...`")
        }
        var fixture = fixture("a stub mapping of WireMock")
        for mapping in mappings {
            let (request, response) = (mapping["request"], mapping["response"])
            guard let target = target(of: request) else {
                fixture.losses.append(
                    "\(location(of: mapping)): a mapping, because its URL or query is a pattern")
                continue
            }
            for name in ["scenarioName", "requiredScenarioState", "priority", "postServeActions"]
            where mapping[name].exists {
                fixture.losses.append("\(location(of: mapping[name])): '\(name)'")
            }
            let method = request["method"].string ?? "GET"
            let body = request["bodyPatterns"].elements.lazy.compactMap(exactBody).first
            if request["bodyPatterns"].elements.count > (body == nil ? 0 : 1) {
                fixture.losses.append("\(location(of: request["bodyPatterns"])): patterns of the body")
            }
            try fixture.add(
                Interaction(
                    HTTPRequest(
                        method == "ANY" ? "GET" : method,
                        (server.hasSuffix("/") ? String(server.dropLast()) : server) + target,
                        headers: exactHeaders(request["headers"]), body: body),
                    outcome(of: response, &fixture.losses)), from: path)
        }
        return fixture
    }

    /// The path and the query of a request; nil if one of them is a pattern.
    private func target(of request: JSON) -> String? {
        guard let url = request["url"].string ?? request["urlPath"].string else { return nil }
        var items: [String] = []
        for (name, value) in request["queryParameters"].members {
            guard let text = value["equalTo"].string else { return nil }
            items.append("\(name.queryEscaped)=\(text.queryEscaped)")
        }
        return url + (items.isEmpty ? "" : (url.contains("?") ? "&" : "?") + items.joined(separator: "&"))
    }

    private func exactHeaders(_ object: JSON) -> HeaderFields {
        var headers = HeaderFields()
        for (name, value) in object.members {
            if let text = value["equalTo"].string { headers.append(name, text) }
        }
        return headers
    }

    private func exactBody(_ pattern: JSON) -> Data? {
        if let text = pattern["equalTo"].string { return Data(text.utf8) }
        guard pattern["equalToJson"].exists else { return nil }
        return Data(text(pattern["equalToJson"]).utf8)
    }

    private func outcome(of response: JSON, _ losses: inout [String]) -> Outcome {
        if let fault = response["fault"].string {
            return .failure(TransportFailure(code: NSURLErrorNetworkConnectionLost, reason: fault))
        }
        for name in [
            "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "transformers",
            "proxyBaseUrl",
        ] where response[name].exists {
            losses.append("\(location(of: response[name])): '\(name)'")
        }
        let answer = HTTPResponse(
            response["status"].int ?? 200, reason: response["statusMessage"].string ?? "",
            headers: headers(response["headers"]), body: .data(body(of: response, &losses)))
        return .response(decoded(answer, at: location(of: response), &losses))
    }

    /// The body: text, JSON, base 64, or a file beside the mapping or in the folder `__files`.
    private func body(of response: JSON, _ losses: inout [String]) -> Data {
        if let text = response["body"].string { return Data(text.utf8) }
        if response["jsonBody"].exists { return Data(response["jsonBody"].value.text().utf8) }
        if let base64 = response["base64Body"].string { return Data(base64Encoded: base64) ?? Data() }
        guard let name = response["bodyFileName"].string else { return Data() }
        let candidates = [
            folder.deletingLastPathComponent().appending(path: "__files"), folder.appending(path: "__files"),
            folder,
        ]
        for candidate in candidates {
            let file = candidate.file(name)
            // Not through `..` or a symbolic link: a mapping has no business with other files.
            guard (try? FileKind(of: file)) == .file, file.isInside(candidate) else { continue }
            do {
                return try Data(readingFile: file)
            } catch {
                losses.append(
                    "\(location(of: response["bodyFileName"])): the body in '\(name)': \(error.fileMessage)")
                return Data()
            }
        }
        losses.append("\(location(of: response["bodyFileName"])): the body in '\(name)', which is not there")
        return Data()
    }
}

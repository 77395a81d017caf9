import Foundation
import VerbatimHAR
import VerbatimJSON

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
            where mapping[name].exists { fixture.losses.append("\(location(of: mapping[name])): '\(name)'") }
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
                    outcome(of: response, &fixture)), from: path)
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

    private func outcome(of response: JSON, _ fixture: inout ForeignFixture) -> Outcome {
        if let fault = response["fault"].string {
            return .failure(TransportFailure(code: NSURLErrorNetworkConnectionLost, reason: fault))
        }
        for name in [
            "fixedDelayMilliseconds", "delayDistribution", "chunkedDribbleDelay", "transformers",
            "proxyBaseUrl",
        ] where response[name].exists { fixture.losses.append("\(location(of: response[name])): '\(name)'") }
        let answer = HTTPResponse(
            response["status"].int ?? 200, reason: response["statusMessage"].string ?? "",
            headers: headers(response["headers"]), body: .data(body(of: response, &fixture)))
        return .response(decoded(answer, at: location(of: response), &fixture.losses))
    }

    /// The body: text, JSON, base 64, or a file beside the mapping or in the folder `__files`.
    private func body(of response: JSON, _ fixture: inout ForeignFixture) -> Data {
        if let text = response["body"].string { return Data(text.utf8) }
        if response["jsonBody"].exists { return Data(response["jsonBody"].value.text().utf8) }
        if let base64 = response["base64Body"].string { return self.base64(base64, at: response, &fixture) }
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
                fixture.unread.append(
                    "\(location(of: response["bodyFileName"])): the body in '\(name)': \(error.fileMessage)")
                return Data()
            }
        }
        fixture.unread.append(
            "\(location(of: response["bodyFileName"])): the body in '\(name)', which is not there")
        return Data()
    }
}

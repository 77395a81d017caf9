import Foundation
import VerbatimHAR
import VerbatimJSON

/// Cassettes of DVR (https://github.com/venmo/DVR) and of the VCRs of several languages, such as
/// https://github.com/vcr/vcr, https://github.com/kevin1024/vcrpy, https://github.com/dnaeon/go-vcr and
/// https://github.com/ropensci/vcr.
extension FixtureReader {
    /// The tool that wrote a cassette, which decides about the form of its bodies.
    enum CassetteTool: String {
        /// A body is JSON itself, a text if its media type is one, and Base64 otherwise.
        case dvr = "a DVR cassette"
        /// A body is a text, or an object that says what it is.
        case vcr = "a VCR cassette"
        /// A body is an object, whose text is Base64 if its encoding is that of bytes.
        case vcrOfR = "a VCR cassette of R"
    }

    func cassette(_ recorded: JSON, of usual: CassetteTool) throws(FileProblem) -> ForeignFixture {
        let isOfR = recorded[0]["recorded_with"].string?.contains("webmockr") ?? false
        let tool = isOfR ? .vcrOfR : usual
        var fixture = fixture(tool.rawValue)
        for entry in recorded.elements {
            let (request, response) = (entry["request"], entry["response"])
            guard let url = (request["uri"].string ?? request["url"].string),
                let status = status(of: response)
            else {
                fixture.unread.append("\(location(of: entry)): an interaction without a URL or a status")
                continue
            }
            let sent = HTTPRequest(
                (request["method"].string ?? "GET").uppercased(), url, headers: headers(request["headers"]),
                body: body(of: request, tool, &fixture))
            let answer = HTTPResponse(
                status, reason: response["status"]["message"].string ?? "",
                headers: headers(response["headers"]),
                body: .data(body(of: response, tool, &fixture) ?? Data()))
            findUnread(in: request, &fixture)
            findUnread(in: response, &fixture)
            try fixture.add(
                Interaction(
                    sent, .response(decoded(answer, at: location(of: response), &fixture.losses)),
                    started: started(entry["recorded_at"]) ?? Interaction.unknownStart), from: path)
        }
        return fixture
    }

    /// `200`, `{"code": 200, "message": "OK"}`, `{"status_code": "200"}` or `"200 OK"`.
    private func status(of response: JSON) -> Int? {
        let status = response["status"]
        let found = [
            status, status["code"], status["status_code"], response["code"], response["status_code"],
        ]
        return found.lazy.compactMap { value in
            value.int ?? value.string?.split(separator: " ").first.flatMap { Int($0) }
        }.first
    }

    // MARK: Bodies

    private func body(of message: JSON, _ tool: CassetteTool, _ fixture: inout ForeignFixture) -> Data? {
        let body = Self.bodyNames.lazy.map { message[$0] }.first { $0.exists && $0.kind != .null }
        guard let body, let data = data(of: body, in: message, tool, &fixture), !data.isEmpty else {
            return nil
        }
        return data
    }

    private func data(
        of body: JSON, in message: JSON, _ tool: CassetteTool, _ fixture: inout ForeignFixture
    ) -> Data? {
        if let text = body.string {
            if binaries.contains(body.position) { return base64(text, at: body, &fixture) }
            return tool == .dvr ? dvrText(text, in: message) : Data(text.utf8)
        }
        guard tool != .dvr, body.kind == .object, Self.textNames.contains(where: { body[$0].exists }) else {
            fixture.losses.append("\(location(of: body)): the white space of a body that is stored as JSON")
            return Data(body.value.text().utf8)
        }
        findUnread(in: body, &fixture, known: Self.textNames)
        if let text = body["base64_string"].string { return base64(text, at: body, &fixture) }
        guard let text = body["string"].string else { return nil }
        let encoding = body["encoding"].string
        if tool == .vcrOfR, encoding == "ASCII-8BIT" { return Base64.decode(text) ?? Data(text.utf8) }
        let isBase64 = encoding == "base64" || binaries.contains(body["string"].position)
        return isBase64 ? base64(text, at: body, &fixture) : Data(text.utf8)
    }

    /// The bytes of a text in Base64; another text is kept as it is, and reported.
    func base64(_ text: String, at body: JSON, _ fixture: inout ForeignFixture) -> Data {
        if let data = Base64.decode(text) { return data }
        fixture.unread.append("\(location(of: body)): the body, which is not in Base64")
        return Data(text.utf8)
    }

    /// The bytes of a body of DVR, which stores those of media types other than texts in Base64. What has
    /// only hexadecimal digits is a hash: Base64 of bytes has others.
    private func dvrText(_ text: String, in message: JSON) -> Data {
        let type = headers(message["headers"])["Content-Type"] ?? ""
        guard !type.hasPrefix("text/"), !type.hasPrefix("application/json"),
            !text.allSatisfy(\.isHexDigit), let data = Data(base64Encoded: text)
        else { return Data(text.utf8) }
        return data
    }

    /// The names of bodies: of all tools, of vcrpy with httpx, and of serializers that parse JSON.
    private static let bodyNames = ["body", "content", "parsed_body"]
    /// The names in a body that is an object.
    private static let textNames = ["string", "base64_string", "encoding"]

    // MARK: Unknown properties

    /// Reports the properties of a value that are not read, unless they say nothing.
    private func findUnread(
        in value: JSON, _ fixture: inout ForeignFixture, known: [String] = Self.messageNames
    ) {
        for (name, value) in value.members where !known.contains(name) && !Self.isEmpty(value) {
            fixture.unread.append("\(location(of: value)): '\(name)'")
        }
    }

    private static func isEmpty(_ value: JSON) -> Bool {
        value.kind == .null || ["", "no"].contains(value.string) || value.bool == false || value.double == 0
            || value.kind == .array && value.elements.isEmpty
            || value.kind == .object && value.members.isEmpty
    }

    /// The properties of requests and responses that are read, or repeat what others say.
    private static let messageNames =
        bodyNames + [
            "method", "uri", "url", "headers", "status", "status_code", "code", "http_version", "protocol",
            "proto", "proto_major", "proto_minor", "content_length", "transfer_encoding", "uncompressed",
            "host", "remote_addr", "request_uri", "form", "id", "duration", "adapter_metadata",
        ]

    /// The time of a recording: seconds since 1970, a date of RFC 9110 or RFC 3339, or that of R.
    private func started(_ value: JSON) -> String? {
        if let seconds = value.double { return Date(timeIntervalSince1970: seconds).isoMilliseconds }
        guard let text = value.string else { return nil }
        if let date = try? Date.ISO8601FormatStyle().parse(text) { return date.isoMilliseconds }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        let dates = ["EEE, dd MMM yyyy HH:mm:ss zzz", "yyyy-MM-dd HH:mm:ss zzz"].lazy.compactMap { format in
            formatter.dateFormat = format
            return formatter.date(from: text)
        }
        return dates.first?.isoMilliseconds
    }
}

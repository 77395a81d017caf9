import Foundation
import VerbatimHAR
import VerbatimJSON
import VerbatimYAML

/// Cassettes of DVR (https://github.com/venmo/DVR) and of the VCRs of several languages, such as
/// https://github.com/vcr/vcr and https://github.com/kevin1024/vcrpy, as JSON.
extension FixtureReader {
    /// Reads the interactions of a cassette.
    func cassette(_ recorded: JSON, of format: String) -> ForeignFixture {
        var fixture = ForeignFixture(format: format)
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
            fixture.interactions.append(
                Interaction(
                    sent, .response(decoded(answer, at: location(of: response), &fixture.losses)),
                    started: started(entry["recorded_at"]) ?? Interaction.unknownStart))
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

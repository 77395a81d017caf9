import Foundation
import VerbatimJSON

/// Reads one entry of a HAR.
///
/// Only method, URL and status are required, as there is no interaction without them. Numbers may be
/// fractions or -1, and anything else may be missing.
struct EntryReader {
    let entry: JSON
    let index: Int
    let archive: String
    let folder: URL

    func interaction() throws(ArchiveError) -> Interaction {
        let file = try bodyFile()
        var interaction = Interaction(
            try request(), try outcome(entry["response"], file: file),
            started: entry["startedDateTime"].string ?? Interaction.unknownStart,
            duration: milliseconds(entry["time"]).flatMap { $0 > 0 ? $0 : nil },
            location: Interaction.Location(
                archive: archive, entry: index, line: entry.position.line, body: file?.displayPath))
        interaction.testCase = entry["_case"].string.map { RecordingCase($0) }
        interaction.source = entry
        return interaction
    }

    func request() throws(ArchiveError) -> HTTPRequest {
        let json = entry["request"]
        return HTTPRequest(
            try string(json["method"]), try string(json["url"]).withoutFragment,
            headers: try headers(json["headers"]), body: try requestBody(json["postData"]))
    }

    /// Reads the parts of a request that are needed to look it up. Header fields are omitted if they are not
    /// compared and do not describe a body.
    func request(withHeaders: Bool) throws(ArchiveError) -> HTTPRequest {
        let json = entry["request"]
        guard !withHeaders, !json["postData"].exists else { return try request() }
        return HTTPRequest(try string(json["method"]), try string(json["url"]).withoutFragment)
    }

    func outcome() throws(ArchiveError) -> Outcome {
        try outcome(entry["response"], file: try bodyFile())
    }

    private func outcome(_ json: JSON, file: URL?) throws(ArchiveError) -> Outcome {
        let status = try status(json["status"])
        let failure = failure(json["_error"])
        guard status > 0 else { return .failure(failure ?? .unexplained) }
        let content = json["content"]
        let response = HTTPResponse(
            status, reason: json["statusText"].string ?? "", headers: try headers(json["headers"]),
            body: try responseBody(content, file: file), chunks: chunks(content["_chunks"]))
        return failure.map { .failure($0, partial: response) } ?? .response(response)
    }

    private func status(_ json: JSON) throws(ArchiveError) -> Int {
        guard json.exists, !json.isNull else { return 0 }
        guard let status = json.int ?? json.double.flatMap({ Int(exactly: $0) }) else {
            throw unexpected(json, "a status code")
        }
        return status
    }

    /// Reads a failure as this package writes it, or the text of Chrome: `net::ERR_NAME_NOT_RESOLVED`.
    private func failure(_ json: JSON) -> TransportFailure? {
        if let text = json.string { return TransportFailure(chromeError: text) }
        guard json.kind == .object else { return nil }
        return TransportFailure(
            domain: json["domain"].string ?? TransportFailure.unexplained.domain,
            code: json["code"].int ?? TransportFailure.unexplained.code, reason: json["reason"].string ?? "")
    }

    private func headers(_ json: JSON) throws(ArchiveError) -> HeaderFields {
        var headers = HeaderFields()
        for field in json.elements {
            let name = try string(field["name"])
            // HTTP/2 pseudo-header fields repeat method, URL and status.
            guard !name.hasPrefix(":") else { continue }
            headers.append(name, field["value"].string ?? "")
        }
        return headers
    }

    private func chunks(_ json: JSON) -> [HTTPResponse.Chunk] {
        json.elements.map { chunk in
            HTTPResponse.Chunk(length: chunk["length"].int ?? 0, time: milliseconds(chunk["time"]) ?? 0)
        }
    }

    /// Reads a duration. More than thirty years, such as 1e999, is a mistake, and beyond what clocks accept.
    private func milliseconds(_ json: JSON) -> Double? {
        json.double.flatMap { abs($0) <= 1e12 ? $0 : nil }
    }

    func string(_ json: JSON) throws(ArchiveError) -> String {
        guard let string = json.string else { throw unexpected(json, "a string") }
        return string
    }

    func unexpected(_ json: JSON, _ expected: String) -> ArchiveError {
        ArchiveError(unexpected: json, expected, file: archive, entry: index)
    }
}

extension String {
    fileprivate var withoutFragment: String {
        utf8.firstIndex(of: UInt8(ascii: "#")).map { String(self[..<$0]) } ?? self
    }
}

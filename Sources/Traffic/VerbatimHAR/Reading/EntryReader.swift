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
    /// Whether what cannot be read is lost, instead of an error.
    var isLenient = false
    /// The members that could not be read, if reading is lenient.
    var losses: [ArchiveLoss.Kind] = []

    /// - Parameter budget: The work left for compressed bodies.
    mutating func interaction(_ budget: inout InflateBudget) throws(ArchiveError) -> Interaction {
        let request = try request()
        let outcome = try outcome(&budget)
        let file: URL? =
            switch outcome.response?.body {
            case .file(let file), .laidOut(let file, _): file
            default: nil
            }
        var interaction = Interaction(
            request, outcome,
            started: entry["startedDateTime"].string ?? Interaction.unknownStart,
            duration: milliseconds(entry["time"]).flatMap { $0 > 0 ? $0 : nil },
            location: Interaction.Location(
                archive: archive, entry: index, line: entry.position.line, body: file?.displayPath))
        interaction.testCase = entry["_case"].string.map { RecordingCase($0) }
        interaction.webSocketMessages = entry["_webSocketMessages"].elements.map(WebSocketMessage.init)
        interaction.source = entry
        interaction.unreadableMembers = losses
        return interaction
    }

    mutating func request() throws(ArchiveError) -> HTTPRequest {
        let json = try requestObject()
        var (method, url) = (try string("method", of: json), try string("url", of: json).withoutFragment)
        var headers = try headers(json["headers"], "request.headers")
        let body = try requestBody(json["postData"])
        if body?.isEmpty == false { headers.addType(json["postData"]["mimeType"]) }
        if isLenient {
            method = method.standardMethod
            if url.hasPrefix("/"), !url.hasPrefix("//"), let host = headers["Host"] {
                url = host.asOrigin + url
            }
        }
        return HTTPRequest(method, url, headers: headers, body: body)
    }

    /// Reads the parts of a request that are needed to look it up. Header fields are omitted if they are not
    /// compared and do not describe a body.
    mutating func request(withHeaders: Bool) throws(ArchiveError) -> HTTPRequest {
        let json = try requestObject()
        guard !withHeaders, !json["postData"].exists else { return try request() }
        return HTTPRequest(try string("method", of: json), try string("url", of: json).withoutFragment)
    }

    mutating func outcome(_ budget: inout InflateBudget) throws(ArchiveError) -> Outcome {
        let json = entry["response"]
        let status = try status(json["status"])
        let failure = failure(json["_error"])
        guard status > 0 else { return .failure(failure ?? .unexplained) }
        let content = json["content"]
        var headers = try headers(json["headers"], "response.headers")
        let body = try responseBody(content, status: status, headers, &budget)
        if isLenient, headers.isEmpty { losses.append(.responseHeaders) }
        if !body.isKnownToBeEmpty { headers.addType(content["mimeType"]) }
        let response = HTTPResponse(
            status, reason: json["statusText"].string ?? "", headers: headers, body: body,
            chunks: chunks(content["_chunks"]))
        return failure.map { .failure($0, partial: response) } ?? .response(response)
    }
}

// MARK: - Members

extension EntryReader {
    private func requestObject() throws(ArchiveError) -> JSON {
        guard entry.kind == .object else { throw unexpected(entry, "", "an object") }
        let json = entry["request"]
        guard json.exists, !json.isNull else { throw error(.missing(member: "request"), at: entry) }
        guard json.kind == .object else { throw unexpected(json, "request", "an object") }
        return json
    }

    private func string(_ name: String, of request: JSON) throws(ArchiveError) -> String {
        let json = request[name]
        guard json.exists, !json.isNull else { throw error(.missing(member: name), at: request) }
        guard let string = json.string else { throw unexpected(json, "request.\(name)", "a string") }
        return string
    }

    private mutating func status(_ json: JSON) throws(ArchiveError) -> Int {
        guard json.exists, !json.isNull else { return 0 }
        if let status = json.int ?? json.double.flatMap({ Int(exactly: $0) }) { return status }
        if isLenient, let status = json.string.flatMap({ Int($0) }) { return status }
        try lose(unexpected(json, "response.status", "a status code")) { .member(reason: $0) }
        return 0
    }

    /// Reads a failure as this package writes it, or the text of Chrome: `net::ERR_NAME_NOT_RESOLVED`.
    private func failure(_ json: JSON) -> TransportFailure? {
        if let text = json.string { return TransportFailure(chromeError: text) }
        guard json.kind == .object else { return nil }
        return TransportFailure(
            domain: json["domain"].string ?? TransportFailure.unexplained.domain,
            code: json["code"].int ?? TransportFailure.unexplained.code, reason: json["reason"].string ?? "")
    }

    /// Reads header fields: a list of names and values or, as some tools write it, an object.
    private mutating func headers(_ json: JSON, _ name: String) throws(ArchiveError) -> HeaderFields {
        var headers = HeaderFields()
        switch json.kind {
        case .array:
            for field in json.elements {
                guard let name = field["name"].string else {
                    try lose(unexpected(field, name, "a field with a 'name'")) { .member(reason: $0) }
                    continue
                }
                // HTTP/2 pseudo-header fields repeat method, URL and status.
                if !name.hasPrefix(":") { headers.append(name, field["value"].fieldValue) }
            }
        case .object:
            for (name, value) in json.members where !name.hasPrefix(":") {
                for value in value.kind == .array ? Array(value.elements) : [value] {
                    headers.append(name, value.fieldValue)
                }
            }
        case nil, .null: break
        case .bool, .number, .string: try lose(unexpected(json, name, "an array")) { .member(reason: $0) }
        }
        return headers
    }

    private func chunks(_ json: JSON) -> [HTTPResponse.Chunk] {
        json.elements.map { chunk in
            HTTPResponse.Chunk(length: chunk["length"].int ?? 0, time: milliseconds(chunk["time"]) ?? 0)
        }
    }

    /// Reads a duration. More than thirty years, such as 1e999, is a mistake, and beyond what clocks accept.
    private func milliseconds(_ json: JSON) -> Double? { json.double.flatMap { abs($0) <= 1e12 ? $0 : nil } }
}

// MARK: - Errors and losses

extension EntryReader {
    /// Throws an error, unless reading is lenient: then it is a loss.
    mutating func lose(_ error: ArchiveError, as kind: (String) -> ArchiveLoss.Kind) throws(ArchiveError) {
        guard isLenient else { throw error }
        losses.append(kind(error.message))
    }

    func unexpected(_ json: JSON, _ member: String, _ expected: String) -> ArchiveError {
        error(.unexpected(member: member, expected: expected, found: json.found), at: json)
    }

    func error(_ problem: ArchiveError.Problem, at json: JSON) -> ArchiveError {
        let position = json.position
        return ArchiveError(
            problem, file: archive, line: position.line, column: position.column, entry: index)
    }
}

extension JSON {
    /// The value in the message of an error, without long text, which may be private.
    var found: String {
        switch kind {
        case nil: "missing"
        case .null: "null"
        case .object: "an object"
        case .array: "an array"
        case .bool, .number: excerpt(20)
        case .string: (string?.utf8.count ?? 0) <= 20 ? "the string \(excerpt())" : "text"
        }
    }

    /// The value of a header field, which some tools write as a number.
    fileprivate var fieldValue: String { string ?? (kind == .number || kind == .bool ? text : "") }
}

extension HTTPBody {
    /// Whether there is a body in memory, and it has no bytes.
    fileprivate var isKnownToBeEmpty: Bool {
        if case .data(let data) = self { data.isEmpty } else { false }
    }
}

extension HeaderFields {
    /// Adds the media type that an archive has apart from the header fields, unless they have one.
    fileprivate mutating func addType(_ json: JSON) {
        guard self["Content-Type"] == nil, let type = json.string, type.isMediaType else { return }
        append("Content-Type", type)
    }
}

extension String {
    fileprivate var withoutFragment: String {
        utf8.firstIndex(of: UInt8(ascii: "#")).map { String(self[..<$0]) } ?? self
    }

    /// The origin of a `Host` field: without TLS, as far as it has a port of its own.
    fileprivate var asOrigin: String {
        let port = split(separator: ":", omittingEmptySubsequences: false).dropFirst().last ?? "443"
        return (port == "443" ? "https://" : "http://") + self
    }

    private static let standardMethods: Set = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY",
    ]

    /// The method in upper case, if it is a standard one: methods are case-sensitive, exporters are not.
    fileprivate var standardMethod: String {
        let upper = uppercased()
        return String.standardMethods.contains(upper) ? upper : self
    }

    /// Whether the text is a media type, and not one by which an exporter says that it knows none.
    fileprivate var isMediaType: Bool {
        let parts = prefix { $0 != ";" }.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { !$0.isEmpty && !$0.split(separator: "-").contains("unknown") }
    }
}

import Foundation
import VerbatimJSON

/// Writes one entry of a HAR, always with the same members in the same order.
struct EntryWriter {
    let interaction: Interaction
    let body: WrittenBody

    var value: JSONValue {
        var entry = ObjectWriter(source: interaction.source)
        entry.set("startedDateTime", .string(interaction.started))
        entry.set("time", .number(interaction.duration ?? 0))
        entry.set("request", request(interaction.request, source: interaction.source?["request"]))
        entry.set("response", response(source: interaction.source?["response"]))
        entry.copy("cache", default: [:])
        entry.set("timings", timings(source: interaction.source?["timings"]))
        entry.set("_case", interaction.testCase.map { .string($0.name) })
        if !interaction.webSocketMessages.isEmpty {
            entry.set("_webSocketMessages", .array(interaction.webSocketMessages.map(\.value)))
        }
        return entry.value
    }

    /// Returns the timings. Three of them are required and, unlike the others, may not be -1.
    private func timings(source: JSON?) -> JSONValue {
        var object = ObjectWriter(source: source)
        for (name, span) in [("send", 0), ("wait", interaction.duration ?? 0), ("receive", 0)] {
            let isKept = (source?[name].double ?? -1) >= 0
            object.set(name, isKept ? source?[name].value : .number(span))
        }
        return object.value
    }

    private func request(_ request: HTTPRequest, source: JSON?) -> JSONValue {
        var object = ObjectWriter(source: source)
        object.set("method", .string(request.method))
        object.set("url", .string(request.url))
        object.copy("httpVersion", default: "HTTP/1.1")
        object.copy("cookies", default: [])
        object.set("headers", headers(request.headers))
        object.set("queryString", queryString(request.url))
        object.set("postData", postData(of: request, source: source?["postData"]))
        object.copy("headersSize", default: -1)
        if let body = request.body {
            object.set("bodySize", .number(body.count))
        } else {
            object.copy("bodySize", default: 0)
        }
        return object.value
    }

    private func postData(of request: HTTPRequest, source: JSON?) -> JSONValue? {
        guard let body = request.body else {
            // If the source has no body, its fields are all that is known.
            return source?["params"].exists == true ? source?.value : nil
        }
        var object = ObjectWriter(source: source)
        object.set("mimeType", .string(request.headers["Content-Type"] ?? ""))
        if let text = String(validating: body, as: UTF8.self) {
            object.set("text", .string(text))
            object.set("_encoding", nil)
        } else {
            object.set("text", .string(body.base64EncodedString()))
            object.set("_encoding", "base64")
        }
        object.set("encoding", nil)
        // They repeat the text, and a HAR has one or the other.
        object.set("params", nil)
        return object.value
    }

    private func response(source: JSON?) -> JSONValue {
        let response = interaction.outcome.response
        var object = ObjectWriter(source: source)
        object.set("status", .number(response?.status ?? 0))
        object.set("statusText", .string(response?.reason ?? ""))
        object.copy("httpVersion", default: "HTTP/1.1")
        object.copy("cookies", default: [])
        object.set("headers", headers(response?.headers ?? [:]))
        object.set("content", content(of: response, source: source?["content"]))
        object.set("redirectURL", .string(response?.headers["Location"] ?? ""))
        object.copy("headersSize", default: -1)
        object.copy("bodySize", default: -1)
        object.set("_error", failure(source: source?["_error"]))
        return object.value
    }

    private func content(of response: HTTPResponse?, source: JSON?) -> JSONValue {
        var object = ObjectWriter(source: source)
        object.set("size", .number(body.size))
        object.set("mimeType", .string(response?.headers["Content-Type"] ?? ""))
        if body.isLost {
            // What is there instead stays as it is.
            object.copy("text")
            object.copy("encoding")
        } else {
            object.set("text", body.text.map { .string($0) })
            object.set("encoding", body.isBase64 ? "base64" : nil)
        }
        object.set("_file", body.file.map { .string($0) })
        object.set("_layout", body.layout.map { .string($0.rawValue) })
        object.set("_chunks", chunks(response?.chunks ?? []))
        return object.value
    }

    private func chunks(_ chunks: [HTTPResponse.Chunk]) -> JSONValue? {
        guard !chunks.isEmpty else { return nil }
        return .array(chunks.map { ["length": .number($0.length), "time": .number($0.time)] })
    }

    private func failure(source: JSON?) -> JSONValue? {
        guard case .failure(let failure, let partial) = interaction.outcome else { return nil }
        if let text = source?.string, failure == TransportFailure(chromeError: text) { return .string(text) }
        // The source has no explanation, and neither should the copy.
        if failure == .unexplained, partial == nil { return nil }
        return [
            "domain": .string(failure.domain), "code": .number(failure.code),
            "reason": .string(failure.reason),
        ]
    }

    private func headers(_ headers: HeaderFields) -> JSONValue {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    private func queryString(_ url: String) -> JSONValue {
        .array(
            URLParts(url).queryItems.map { item in
                [
                    "name": .string(PercentEncoding.decode(item.name, plusIsSpace: true)),
                    "value": .string(PercentEncoding.decode(item.value ?? "", plusIsSpace: true)),
                ]
            })
    }
}

struct WrittenBody: Sendable {
    /// The length as transferred, in bytes.
    var size: Int
    var text: String?
    var isBase64 = false
    var file: String?
    var layout: BodyLayout?
    /// Whether the archive has lost it.
    var isLost = false

    /// Creates an embedded body. An empty one has no text.
    init(embedding bytes: Data) {
        size = bytes.count
        guard !bytes.isEmpty else { return }
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = text
        } else {
            text = bytes.base64EncodedString()
            isBase64 = true
        }
    }

    /// Creates the body of an interaction whose archive has lost it, or returns nil if it has not.
    init?(lostBodyOf interaction: Interaction) {
        guard case .lost(let kind) = interaction.outcome.response?.body else { return nil }
        isLost = true
        size = if case .responseBody(let size?) = kind { size } else { -1 }
    }

    init(size: Int, file: String, layout: BodyLayout?) {
        self.size = size
        self.file = file
        self.layout = layout
    }
}

/// Builds an object that keeps the members of its source which are not written here.
struct ObjectWriter {
    private let source: JSON?
    private var object = JSONObject()
    private var written: Set<String> = []

    init(source: JSON?) { self.source = source }

    /// Writes a member. If the value is nil, the member is omitted even if the source has it.
    mutating func set(_ name: String, _ value: JSONValue?) {
        written.insert(name)
        if let value { object.append(name, value) }
    }

    /// Copies a member that is not part of an interaction from the source, or writes a default value, if any.
    mutating func copy(_ name: String, default value: JSONValue? = nil) {
        let original = source?[name]
        set(name, original?.exists == true ? original?.value : value)
    }

    var value: JSONValue {
        var whole = object
        if let source {
            for (name, value) in source.members where !written.contains(name) {
                whole.append(name, value.value)
            }
        }
        return .object(whole)
    }
}

extension JSONValue {
    static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// A duration: whole milliseconds have no fraction, and infinite ones are 0.
    static func number(_ value: Double) -> JSONValue {
        .number(Int(exactly: value).map { JSONNumber($0) } ?? JSONNumber(value) ?? 0)
    }
}

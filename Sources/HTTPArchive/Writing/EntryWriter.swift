import Foundation
import JSONDocument

/// Writes one entry of a HAR: always the same members in the same order.
struct EntryWriter {
    let interaction: Interaction
    let body: WrittenBody

    var value: JSONValue {
        var entry = ObjectWriter(source: interaction.source)
        entry.set("startedDateTime", .string(interaction.started))
        entry.set("time", .number(interaction.duration ?? 0))
        entry.set("request", request(interaction.request, source: interaction.source?["request"]))
        entry.set("response", response(source: interaction.source?["response"]))
        entry.keep("cache", otherwise: [:])
        entry.keep("timings", otherwise: timings)
        return entry.value
    }

    private var timings: JSONValue {
        ["send": 0, "wait": .number(interaction.duration ?? 0), "receive": 0]
    }

    private func request(_ request: HTTPRequest, source: JSON?) -> JSONValue {
        var object = ObjectWriter(source: source)
        object.set("method", .string(request.method))
        object.set("url", .string(request.url))
        object.keep("httpVersion", otherwise: "HTTP/1.1")
        object.keep("cookies", otherwise: [])
        object.set("headers", headers(request.headers))
        object.set("queryString", queryString(request.url))
        object.set("postData", request.body.map { postData($0, of: request, source: source?["postData"]) })
        object.keep("headersSize", otherwise: -1)
        object.set("bodySize", .number(request.body?.count ?? 0))
        return object.value
    }

    private func postData(_ body: Data, of request: HTTPRequest, source: JSON?) -> JSONValue {
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
        return object.value
    }

    private func response(source: JSON?) -> JSONValue {
        let response = interaction.outcome.response
        var object = ObjectWriter(source: source)
        object.set("status", .number(response?.status ?? 0))
        object.set("statusText", .string(response?.reason ?? ""))
        object.keep("httpVersion", otherwise: "HTTP/1.1")
        object.keep("cookies", otherwise: [])
        object.set("headers", headers(response?.headers ?? [:]))
        object.set("content", content(of: response, source: source?["content"]))
        object.set("redirectURL", .string(response?.headers["Location"] ?? ""))
        object.keep("headersSize", otherwise: -1)
        object.keep("bodySize", otherwise: -1)
        object.set("_error", failure)
        return object.value
    }

    private func content(of response: HTTPResponse?, source: JSON?) -> JSONValue {
        var object = ObjectWriter(source: source)
        object.set("size", .number(body.size))
        object.set("mimeType", .string(response?.headers["Content-Type"] ?? ""))
        object.set("text", body.text.map { .string($0) })
        object.set("encoding", body.isBase64 ? "base64" : nil)
        object.set("_file", body.file.map { .string($0) })
        object.set("_layout", body.layout.map { .string($0.rawValue) })
        object.set("_chunks", chunks(response?.chunks ?? []))
        return object.value
    }

    private func chunks(_ chunks: [HTTPResponse.Chunk]) -> JSONValue? {
        guard !chunks.isEmpty else { return nil }
        return .array(chunks.map { ["length": .number($0.length), "time": .number($0.time)] })
    }

    private var failure: JSONValue? {
        guard case .failure(let failure, _) = interaction.outcome else { return nil }
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

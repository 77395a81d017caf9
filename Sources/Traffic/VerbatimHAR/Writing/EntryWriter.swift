import Foundation
import VerbatimJSON

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
        entry.set("timings", timings(source: interaction.source?["timings"]))
        return entry.value
    }

    /// Three timings have to be there, and unlike the others they may not be -1.
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
        object.keep("httpVersion", otherwise: "HTTP/1.1")
        object.keep("cookies", otherwise: [])
        object.set("headers", headers(request.headers))
        object.set("queryString", queryString(request.url))
        object.set("postData", postData(of: request, source: source?["postData"]))
        object.keep("headersSize", otherwise: -1)
        if let body = request.body {
            object.set("bodySize", .number(body.count))
        } else {
            object.keep("bodySize", otherwise: 0)
        }
        return object.value
    }

    private func postData(of request: HTTPRequest, source: JSON?) -> JSONValue? {
        guard let body = request.body else {
            // Of a body the source did not keep, the fields are all there is.
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
        // The text says all that they say, and a HAR has either.
        object.set("params", nil)
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
        guard case .failure(let failure, let partial) = interaction.outcome else { return nil }
        // That nothing explains it is not an explanation: the archive keeps saying nothing.
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

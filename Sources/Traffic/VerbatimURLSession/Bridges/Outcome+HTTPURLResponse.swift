import Foundation
import VerbatimHAR
import VerbatimReplay

extension Outcome {
    /// Creates the outcome of a task; a body shorter than `Content-Length` is always a failure.
    init(
        of request: HTTPRequest, head: HTTPURLResponse?, body: Data, chunks: [HTTPResponse.Chunk],
        failure: TransportFailure?
    ) {
        guard let head else {
            self = .failure(Self.failureBeforeHead(failure))
            return
        }
        let fields = HeaderFields(of: head)
        let response = HTTPResponse(
            head.statusCode, headers: fields.describingDecoded(hasBody: !body.isEmpty), body: .data(body),
            chunks: chunks)
        let shortfall = Self.shortfall(of: body, request, head.statusCode, fields)
        // For a short body, Linux reports -1 (unknown) and Apple platforms -1005; report the latter.
        let isUnspecific = failure == nil || failure?.code == URLError.Code.unknown.rawValue
        guard let failure = isUnspecific ? shortfall ?? failure : failure else {
            self = .response(response)
            return
        }
        self = .failure(failure, partial: response)
    }

    /// Returns the failure of a connection that ended before a response: -1005, for which Linux reports
    /// -1011.
    private static func failureBeforeHead(_ failure: TransportFailure?) -> TransportFailure {
        guard let failure, failure.code != URLError.Code.badServerResponse.rawValue else {
            return TransportFailure(.networkConnectionLost, "the connection ended before a response")
        }
        return failure
    }

    private static func shortfall(
        of body: Data, _ request: HTTPRequest, _ status: Int, _ fields: HeaderFields
    ) -> TransportFailure? {
        guard request.method != "HEAD", status >= 200, status != 204, status != 304, !fields.areEncoded,
            let length = fields["Content-Length"].flatMap({ Int($0) }), body.count < length
        else { return nil }
        return TransportFailure(
            .networkConnectionLost, "the connection ended after \(body.count) of \(length) bytes")
    }
}

extension HTTPResponse {
    /// Creates the head of a response whose body has not arrived.
    init(of head: HTTPURLResponse) {
        self.init(head.statusCode, headers: HeaderFields(of: head).describingDecoded(hasBody: true))
    }
}

extension HeaderFields {
    /// Creates the fields of a response, sorted by name, with a separate `Set-Cookie` field for each cookie.
    fileprivate init(of response: HTTPURLResponse) {
        self.init()
        let fields = response.allHeaderFields.map { ("\($0.key)", "\($0.value)") }.sorted { $0 < $1 }
        for (name, value) in fields {
            guard name.equalsIgnoringASCIICase("Set-Cookie") else {
                append(name, value)
                continue
            }
            for cookie in value.splitSetCookie() { append(name, cookie.trimmingCharacters(in: .whitespaces)) }
        }
    }

    fileprivate var areEncoded: Bool {
        self["Content-Encoding"].map { !$0.equalsIgnoringASCIICase("identity") } ?? false
    }

    /// Returns the fields without those that describe the connection, or the length of an encoded body.
    fileprivate func describingDecoded(hasBody: Bool) -> HeaderFields {
        var fields = self
        fields.remove("Transfer-Encoding")
        if hasBody && areEncoded { fields.remove("Content-Length") }
        return fields
    }
}

/// A cache of recently created `HTTPURLResponse` objects.
///
/// Foundation parses the fields of each response that it creates, which takes longer than the rest of a load.
/// The objects are immutable, so equal responses from equal URLs can share them.
enum HTTPURLResponseCache {
    private final class Entry: Sendable {
        let url: String
        let status: Int
        let fields: HeaderFields
        let urlResponse: HTTPURLResponse

        init(_ urlResponse: HTTPURLResponse, of response: HTTPResponse, from url: String) {
            self.url = url
            status = response.status
            fields = response.headers
            self.urlResponse = urlResponse
        }

        /// Returns whether the entry is that of a response; fast, as fields parsed once share their memory.
        func matches(_ response: HTTPResponse, from url: String) -> Bool {
            status == response.status && self.url == url && fields == response.headers
        }
    }

    private static let entries = GenerationalCache(limit: 2048)

    /// Returns the object for a response from a URL; nil if Foundation cannot create it.
    static func urlResponse(for response: HTTPResponse, from url: URL) -> HTTPURLResponse? {
        let text = url.absoluteString
        let key = text.hashValue
        if let entry = entries.object(for: key) as? Entry, entry.matches(response, from: text) {
            return entry.urlResponse
        }
        guard let urlResponse = HTTPURLResponse(response, url: url) else { return nil }
        entries.insert(Entry(urlResponse, of: response, from: text), for: key)
        return urlResponse
    }
}

extension HTTPURLResponse {
    convenience init?(_ response: HTTPResponse, url: URL) {
        self.init(
            url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
            headerFields: response.headers.dictionary)
    }
}

extension TransportFailure {
    init(_ code: URLError.Code, _ reason: String) {
        self.init(domain: NSURLErrorDomain, code: code.rawValue, reason: reason)
    }

    init(_ error: any Error) {
        let bridged = error as NSError
        let described = bridged.userInfo[NSLocalizedDescriptionKey] as? String
        self.init(
            domain: bridged.domain, code: bridged.code, reason: described ?? bridged.localizedDescription)
    }

    /// Returns the error for the app, a `URLError` if possible, with the reason as its description.
    func error(for url: URL) -> any Error {
        let info: [String: Any] = [NSLocalizedDescriptionKey: reason, NSURLErrorFailingURLErrorKey: url]
        // On Linux an NSError of this domain cannot be cast to URLError.
        let urlErrorCode: URLError.Code? = domain == NSURLErrorDomain ? URLError.Code(rawValue: code) : nil
        return urlErrorCode.map { URLError($0, userInfo: info) }
            ?? NSError(domain: domain, code: code, userInfo: info)
    }
}

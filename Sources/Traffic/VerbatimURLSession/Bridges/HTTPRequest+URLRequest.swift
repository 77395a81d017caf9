import Foundation
import VerbatimHAR

extension HTTPRequest {
    /// The request for the URL loading system; nil if the URL is not valid.
    var urlRequest: URLRequest? { URL(string: url).flatMap { URLRequest(url: $0).replaced(by: self) } }
}

extension URLRequest {
    /// Returns the request with the URL, the method, the fields and the body of another one, and the rest of
    /// this one, e.g. timeout and cache policy; nil if the URL is not valid.
    func replaced(by other: HTTPRequest) -> URLRequest? {
        guard let url = URL(string: other.url), url.host != nil else { return nil }
        var request = self
        request.url = url
        request.httpMethod = other.method
        if request.allHTTPHeaderFields != nil { request.allHTTPHeaderFields = [:] }
        for field in other.headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        // The stream of the body was read; data and stream replace each other.
        if request.httpBodyStream != nil { request.httpBodyStream = nil }
        request.httpBody = other.body
        return request
    }
}

extension URLRequest {
    /// Whether Foundation loads the request without a connection: a `data:` URL contains its response, and a
    /// `file:` URL without a host names a file of this machine.
    ///
    /// On Linux, Foundation never ends the load of a `data:` URL that it cannot decode.
    ///
    /// With a host, Apple platforms connect to it: https://www.rfc-editor.org/rfc/rfc8089#section-2
    var isLocal: Bool {
        guard let url, let scheme = url.scheme else { return false }
        if scheme.equalsIgnoringASCIICase("data") { return url.isDecodableData }
        guard scheme.equalsIgnoringASCIICase("file") else { return false }
        let host = url.host ?? ""
        return host.isEmpty || host.equalsIgnoringASCIICase("localhost")
    }

    var isHTTP: Bool {
        guard let scheme = url?.scheme else { return false }
        return scheme.equalsIgnoringASCIICase("https") || scheme.equalsIgnoringASCIICase("http")
    }
}

extension HeaderFields {
    /// Creates the fields of a request, sorted by name because Foundation loses their order.
    ///
    /// A field of the session is added if the request has no field of its name.
    init(_ request: URLRequest, sessionHeaders: [String: String]) {
        var fields = request.allHTTPHeaderFields ?? [:]
        for (name, value) in sessionHeaders where !fields.keys.contains(where: name.equalsIgnoringASCIICase) {
            fields[name] = value
        }
        self.init(fields.sorted { $0.key < $1.key }.map { Field(name: $0.key, value: $0.value) })
    }

    /// The fields as Foundation stores them: one value for each name, joined if the name is repeated.
    var dictionary: [String: String] {
        var spellings: [String: String] = [:]
        var joined: [String: String] = [:]
        for field in fields {
            let name = spellings[field.name.lowercased()] ?? field.name
            spellings[field.name.lowercased()] = name
            joined[name] = joined[name].map { $0 + ", " + field.value } ?? field.value
        }
        return joined
    }
}

extension URL {
    /// Whether the URL is `data:`, a media type, perhaps `;base64`, a comma and data.
    ///
    /// RFC 2397, section 3: https://www.rfc-editor.org/rfc/rfc2397#section-3
    fileprivate var isDecodableData: Bool {
        let text = absoluteString
        guard text.hasPrefix("data:"), text.utf8.allSatisfy({ $0 < 0x80 }),
            let comma = text.firstIndex(of: ",")
        else { return false }
        let (type, data) = (text[..<comma], text[text.index(after: comma)...])
        let escapes = data.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        guard !type.contains("%"), escapes.allSatisfy({ $0.prefix(2).count(where: \.isHexDigit) == 2 })
        else { return false }
        // Foundation leaves out equals signs in the type.
        let isBase64 = type.filter { $0 != "=" }.hasSuffix(";base64")
        return !isBase64 || Data(base64Encoded: PercentEncoding.decode(data)) != nil
    }

    var withoutFragment: URL {
        let text = absoluteString
        guard let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) else { return absoluteURL }
        return URL(string: String(text[..<end])) ?? absoluteURL
    }
}

extension HTTPCookieStorage {
    /// Stores the cookies of a response as far as the policy of the storage allows.
    ///
    /// Foundation stores cookies only for its own HTTP protocol.
    func store(cookiesOf response: HTTPResponse, from url: URL) {
        for line in response.headers.values(of: "Set-Cookie") {
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": line], for: url)
            setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }

    /// Returns the value of the `Cookie` field of a request for a URL; nil if there is no cookie.
    func field(for url: URL) -> String? {
        guard let cookies = cookies(for: url), !cookies.isEmpty else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
}

extension HTTPBody {
    /// Writes the bytes to a new temporary file, as a download task does.
    func writeTemporaryFile() throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "verbatim-\(UUID().uuidString).tmp")
        if case .file(let source) = self {
            try FileManager.default.copyItem(at: source, to: file)
        } else {
            try bytes().write(to: file)
        }
        return file
    }
}

extension InputStream {
    func readToEnd() throws -> Data {
        open()
        defer { close() }
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(&buffer, maxLength: buffer.count)
            // Not `streamError`, which ends the process on Linux if a stream was read to its end before.
            if count < 0 { throw URLError(.requestBodyStreamExhausted) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}

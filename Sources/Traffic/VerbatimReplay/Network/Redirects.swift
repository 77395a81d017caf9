public import VerbatimHAR

/// The rules by which clients follow redirects.
///
/// Interceptors and servers follow redirects hop by hop, so that each hop is recorded and replayed as one
/// interaction.
public enum Redirects {
    /// The number of redirects a client follows before it fails with `NSURLErrorHTTPTooManyRedirects`.
    public static let limit = 20

    /// The failure after ``limit`` redirects.
    public static let tooMany = TransportFailure(code: -1007, reason: "too many HTTP redirects")

    /// Returns the next request, or nil if the response does not redirect.
    ///
    /// After a 303 the method becomes GET (HEAD stays HEAD), and so it does after a 301 or 302 to a POST, as
    /// in every browser; the body and the fields that describe it are dropped then. 307 and 308 keep method
    /// and body. A request to another origin has no `Authorization` and no `Cookie`.
    ///
    /// RFC 9110, section 15.4: https://www.rfc-editor.org/rfc/rfc9110#section-15.4
    public static func next(after response: HTTPResponse, to request: HTTPRequest) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.values(of: "Location").first, !location.isEmpty
        else { return nil }
        var next = request
        next.url = resolve(location, against: request.url)
        if changesMethod(response.status, request.method) {
            next.method = request.method == "HEAD" ? "HEAD" : "GET"
            next.body = nil
            for name in bodyFields { next.headers.remove(name) }
        }
        if URLParts(next.url).webOrigin != URLParts(request.url).webOrigin {
            for name in credentialFields { next.headers.remove(name) }
        }
        return next
    }

    private static let bodyFields = [
        "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
        "Transfer-Encoding",
    ]
    private static let credentialFields = ["Authorization", "Cookie", "Proxy-Authorization"]

    private static func changesMethod(_ status: Int, _ method: String) -> Bool {
        status == 303 ? method != "GET" : [301, 302].contains(status) && method == "POST"
    }

    /// Resolves a reference against an absolute URL, and drops the fragment.
    ///
    /// RFC 3986, section 5.2: https://www.rfc-editor.org/rfc/rfc3986#section-5.2
    public static func resolve(_ reference: String, against base: String) -> String {
        var target = URLParts(reference)
        guard !target.scheme.isEmpty || !reference.hasScheme else { return reference }
        let base = URLParts(base)
        target.fragment = nil
        guard target.scheme.isEmpty else {
            target.path = Substring(removingDotSegments(target.path))
            return target.text
        }
        if target.path.hasPrefix("//") { return resolve("\(base.scheme):\(target.text)", against: base.text) }
        var result = base
        result.fragment = nil
        if target.path.isEmpty {
            result.query = target.query ?? base.query
        } else {
            result.path = Substring(removingDotSegments(merge(target.path, base.path)))
            result.query = target.query
        }
        return result.text
    }

    private static func merge(_ reference: Substring, _ base: Substring) -> Substring {
        guard !reference.hasPrefix("/") else { return reference }
        let folder = base.lastIndex(of: "/").map { base[...$0] } ?? "/"
        return folder + reference
    }

    /// RFC 3986, section 5.2.4: https://www.rfc-editor.org/rfc/rfc3986#section-5.2.4
    private static func removingDotSegments(_ path: Substring) -> String {
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if output.count > 1 { output.removeLast() }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }
}

extension String {
    /// Whether the text begins with a scheme, as `data:,a` does: a relative reference has no colon before its
    /// first slash.
    fileprivate var hasScheme: Bool {
        let name = utf8.prefix { !":/?#".utf8.contains($0) }
        return !name.isEmpty && name.endIndex < utf8.endIndex && utf8[name.endIndex] == UInt8(ascii: ":")
    }
}

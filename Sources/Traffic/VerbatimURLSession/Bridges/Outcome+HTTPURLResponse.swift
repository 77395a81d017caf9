import Foundation
import VerbatimHAR

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
            head.statusCode, headers: fields.removingDecodedCodings(hasBody: !body.isEmpty),
            body: .data(body),
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
            for cookie in value.splitSetCookie() {
                append(name, cookie.trimmingCharacters(in: .whitespaces))
            }
        }
    }

    /// Whether the body was compressed in transit.
    fileprivate var areEncoded: Bool {
        self["Content-Encoding"].map { !$0.equalsIgnoringASCIICase("identity") } ?? false
    }

    /// Returns the fields without those that do not describe the decoded body.
    fileprivate func removingDecodedCodings(hasBody: Bool) -> HeaderFields {
        var fields = self
        fields.remove("Transfer-Encoding")
        if hasBody && areEncoded {
            fields.remove("Content-Encoding")
            fields.remove("Content-Length")
        }
        return fields
    }
}

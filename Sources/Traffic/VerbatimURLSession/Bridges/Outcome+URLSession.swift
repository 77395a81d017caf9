import Foundation
import VerbatimHAR

extension Outcome {
    /// Judges what a task brought: a body shorter than announced is a failure, whatever the task said.
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
            head.statusCode, headers: fields.withoutUndoneCodings(hasBody: !body.isEmpty), body: .data(body),
            chunks: chunks)
        let shortfall = Self.shortfall(of: body, request, head.statusCode, fields)
        // Linux says -1 (unknown) for a short body, Apple's platforms -1005: say one thing
        let isVague = failure == nil || failure?.code == URLError.Code.unknown.rawValue
        guard let failure = isVague ? shortfall ?? failure : failure else {
            self = .response(response)
            return
        }
        self = .failure(failure, partial: response)
    }

    /// Linux calls it a bad response (-1011) when the connection ends before one, Apple's platforms -1005.
    private static func failureBeforeHead(_ failure: TransportFailure?) -> TransportFailure {
        guard let failure, failure.code != URLError.Code.badServerResponse.rawValue else {
            return TransportFailure(.networkConnectionLost, "the connection ended before a response")
        }
        return failure
    }

    private static func shortfall(
        of body: Data, _ request: HTTPRequest, _ status: Int, _ fields: HeaderFields
    ) -> TransportFailure? {
        guard request.method != "HEAD", status >= 200, status != 204, status != 304, !fields.areCoded,
            let announced = fields["Content-Length"].flatMap({ Int($0) }), body.count < announced
        else { return nil }
        return TransportFailure(
            .networkConnectionLost, "the connection ended after \(body.count) of \(announced) bytes")
    }
}

extension HeaderFields {
    /// Keeps the fields of a response by name, with every cookie on a line of its own again.
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

    /// Whether the body was compressed on the wire.
    fileprivate var areCoded: Bool {
        self["Content-Encoding"].map { !$0.equalsIgnoringASCIICase("identity") } ?? false
    }

    /// Leaves out what is no longer true of a body whose codings are undone.
    fileprivate func withoutUndoneCodings(hasBody: Bool) -> HeaderFields {
        var fields = self
        fields.remove("Transfer-Encoding")
        if hasBody && areCoded {
            fields.remove("Content-Encoding")
            fields.remove("Content-Length")
        }
        return fields
    }
}

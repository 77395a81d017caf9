import Foundation
import HTTPArchive

enum Redirects {
    static let limit = 20
    static let tooMany = TransportFailure(code: -1007, reason: "too many HTTP redirects")

    static func next(after response: HTTPResponse, to request: HTTPRequest) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers["Location"],
            let base = URL(string: request.url), let url = URL(string: location, relativeTo: base)
        else { return nil }
        var next = request
        next.url = url.absoluteString
        let becomesGET =
            response.status == 303 && request.method != "HEAD"
            || response.status < 303 && request.method == "POST"
        if becomesGET {
            next.method = "GET"
            next.body = nil
        }
        return next
    }
}

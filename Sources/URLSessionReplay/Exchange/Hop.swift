import Foundation
import HTTPArchive

/// One request on the way to the last response.
struct Hop: Sendable {
    let request: HTTPRequest
    /// Where it goes, or nil when that is no URL.
    let url: URL?
    /// How many redirects led here.
    let number: Int

    /// The first request, as a task has it.
    init(_ request: URLRequest, sessionHeaders: [String: String], body: Data?) {
        self.request = HTTPRequest(request, sessionHeaders: sessionHeaders, body: body)
        url = request.url?.withoutFragment
        number = 0
    }

    /// A request that a redirect led to.
    init(_ request: HTTPRequest, number: Int) {
        self.request = request
        url = URL(string: request.url)
        self.number = number
    }
}

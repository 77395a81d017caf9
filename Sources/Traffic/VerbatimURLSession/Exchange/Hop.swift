import Foundation
import VerbatimHAR

/// One request on the way to the last response.
struct Hop: Sendable {
    let request: HTTPRequest
    /// Where it goes, or nil when that is no URL.
    let url: URL?
    /// How many redirects led here.
    let number: Int

    /// What the app asks for, at first or when it is asked where a redirect goes.
    init(_ request: URLRequest, sessionHeaders: [String: String] = [:], body: Data?, number: Int = 0) {
        url = request.url?.withoutFragment
        self.request = HTTPRequest(
            request.httpMethod ?? "GET", url?.absoluteString ?? "",
            headers: HeaderFields(request, sessionHeaders: sessionHeaders), body: body)
        self.number = number
    }

    /// What a redirect asks for.
    init(_ request: HTTPRequest, number: Int) {
        self.request = request
        url = URL(string: request.url)
        self.number = number
    }
}

import Foundation
import VerbatimHAR

extension HTTPURLResponse {
    /// The head of a response as Foundation keeps it.
    convenience init?(_ response: HTTPResponse, url: URL) {
        self.init(
            url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
            headerFields: response.headers.dictionary)
    }
}

import Foundation
import VerbatimHAR

/// Foundation keeps the cookies of its own HTTP protocol only, so the door does it for the answers it gives.
extension HTTPCookieStorage {
    /// Stores what the `Set-Cookie` lines of a response say, as far as the storage's policy accepts it.
    func keep(cookiesOf response: HTTPResponse, from url: URL) {
        for line in response.headers.values(of: "Set-Cookie") {
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": line], for: url)
            setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }

    /// The `Cookie` field a request for a URL gets, or nil when there is no cookie for it.
    func field(for url: URL) -> String? {
        guard let cookies = cookies(for: url), !cookies.isEmpty else { return nil }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
}

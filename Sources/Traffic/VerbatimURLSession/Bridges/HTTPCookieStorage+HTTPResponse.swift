import Foundation
import VerbatimHAR

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

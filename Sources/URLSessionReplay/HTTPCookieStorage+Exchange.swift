import Foundation
import HTTPArchive

/// Foundation keeps the cookies of its own HTTP protocol only, so the door does it for the answers it gives.
extension HTTPCookieStorage {
    /// Stores what the `Set-Cookie` lines of a response say, as far as the storage's policy accepts it.
    func keep(cookiesOf response: HTTPResponse, from url: URL) {
        for line in response.headers.values(of: "Set-Cookie") {
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": line], for: url)
            setCookies(cookies, for: url, mainDocumentURL: nil)
        }
    }

    /// Replaces the `Cookie` field of a redirected request by the cookies its URL gets.
    func renewCookies(of request: inout HTTPRequest, for url: URL) {
        let cookies = cookies(for: url) ?? []
        request.headers["Cookie"] =
            cookies.isEmpty ? nil : HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
}

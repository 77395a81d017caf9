extension String {
    /// Splits a `Set-Cookie` value into its cookies, where a transport has joined several fields by commas.
    ///
    /// A comma begins another cookie if a name and `=` follow it; the comma of `Expires=Wed, 21 Oct 2026` does not.
    ///
    /// RFC 6265, section 3: https://www.rfc-editor.org/rfc/rfc6265#section-3
    package func splitSetCookie() -> [Substring] {
        var cookies: [Substring] = []
        for piece in split(separator: ",", omittingEmptySubsequences: false) {
            let name = piece.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" && $0 != " " }
            let begins = !name.isEmpty && name.endIndex < piece.endIndex && piece[name.endIndex] == "="
            if let last = cookies.last, !begins {
                cookies[cookies.count - 1] = self[last.startIndex..<piece.endIndex]
            } else {
                cookies.append(piece)
            }
        }
        return cookies
    }
}

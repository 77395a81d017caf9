import VerbatimJSON

/// A credential that a request must have.
///
/// https://spec.openapis.org/oas/v3.1.1.html#security-scheme-object
package struct SecurityScheme: Sendable {
    /// The part of a request that has the credential.
    enum Credential: Sendable {
        case header(String)
        case query(String)
        case cookie(String)
        /// An access token of OAuth 2, in a header or in the query.
        ///
        /// https://www.rfc-editor.org/rfc/rfc6750#section-2
        case accessToken
        /// A client certificate, or a kind that is not known: no recording shows it.
        case invisible
    }

    /// The name in the components.
    package let name: String
    let credential: Credential

    /// The credential in a message: `header 'X-API-Key'`.
    var message: String {
        switch credential {
        case .header(let name): "header '\(name)'"
        case .query(let name): "query parameter '\(name)'"
        case .cookie(let name): "cookie '\(name)'"
        case .accessToken: "header 'Authorization'"
        case .invisible: "'\(name)'"
        }
    }
}

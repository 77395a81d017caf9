import VerbatimHAR

/// Scheme, host and port, compared as the web compares them.
///
/// RFC 6454: https://www.rfc-editor.org/rfc/rfc6454#section-4
struct WebOrigin: Hashable, Sendable {
    /// `https://host`, with the port unless it is the scheme's own.
    let text: String

    init(_ url: String) {
        self.init(URLParts(url))
    }

    init(_ parts: URLParts) {
        let scheme = parts.scheme.lowercased()
        let port = parts.port.flatMap { $0.isEmpty || WebOrigin.defaultPorts[scheme] == $0 ? nil : ":\($0)" }
        text = "\(scheme)://\(parts.host.lowercased())\(port ?? "")"
    }

    static let defaultPorts: [String: Substring] = ["http": "80", "https": "443"]
}

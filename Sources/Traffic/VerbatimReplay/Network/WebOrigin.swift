import VerbatimHAR

/// A scheme, a host and a port, compared by the rules of the web.
///
/// RFC 6454: https://www.rfc-editor.org/rfc/rfc6454#section-4
struct WebOrigin: Hashable, Sendable {
    /// `https://host`, with the port unless it is the default of the scheme.
    let text: String

    init(_ url: String) {
        self.init(URLParts(url))
    }

    init(_ parts: URLParts) {
        let scheme = parts.scheme.lowercased()
        let port = parts.port.flatMap { $0.isEmpty || WebOrigin.defaultPorts[scheme] == $0 ? nil : ":\($0)" }
        text = "\(scheme)://\(parts.host.lowercased())\(port ?? "")"
    }

    private static let defaultPorts: [String: Substring] = ["http": "80", "https": "443"]
}

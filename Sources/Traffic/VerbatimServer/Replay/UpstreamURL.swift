import Foundation
import VerbatimHAR

/// The URL at the provider to which a request at the server leads, and the way back from one to the other.
struct UpstreamURL {
    let providerURL: String
    private let addressing: ReplayHandler.Addressing
    private let server: String

    fileprivate init(_ providerURL: String, _ addressing: ReplayHandler.Addressing, server: String) {
        self.providerURL = providerURL
        self.addressing = addressing
        self.server = server
    }

    /// Returns the value of a `Location` field that leads to the server; the same value if none does.
    func serverURL(for location: String) -> String {
        let base = URL(string: providerURL)
        guard let target = URL(string: location, relativeTo: base)?.absoluteString else { return location }
        switch addressing {
        case .path: return "\(server)/\(target)"
        case .origin(let origin):
            let isInside =
                target == origin || target.hasPrefix(origin + "/") || target.hasPrefix(origin + "?")
            return isInside ? server + target.dropFirst(origin.count) : location
        }
    }
}

extension ReplayHandler.Addressing {
    /// Returns the provider's URL for that of a request at the server; nil if it names no provider.
    ///
    /// By path, a URL with another host is already the provider's: clients send those to an `http_proxy`.
    func resolve(_ url: String) -> UpstreamURL? {
        guard let schemeEnd = url.range(of: "://")?.upperBound else { return nil }
        let pathStart = url[schemeEnd...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        let server = String(url[..<pathStart])
        let target = String(url[pathStart...])
        switch self {
        case .origin(let origin): return UpstreamURL(origin + target, self, server: server)
        case .path:
            let inner = String(target.dropFirst())
            if inner.isHTTPURL { return UpstreamURL(inner, self, server: server) }
            return url[schemeEnd...].isLoopback ? nil : UpstreamURL(url, self, server: server)
        }
    }
}

extension StringProtocol {
    fileprivate var isLoopback: Bool { hasPrefix("127.0.0.1") || hasPrefix("localhost") }
}

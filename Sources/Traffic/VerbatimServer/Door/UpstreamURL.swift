import Foundation
import VerbatimHAR

/// Where a request at a door leads, and how a URL of the provider is written so that it leads there again.
struct UpstreamURL {
    let providerURL: String
    private let addressing: ReplayHandler.Addressing
    private let door: String

    fileprivate init(_ providerURL: String, _ addressing: ReplayHandler.Addressing, door: String) {
        self.providerURL = providerURL
        self.addressing = addressing
        self.door = door
    }

    /// Rewrites the value of a `Location` field; one that leads elsewhere stays as it is.
    func doorURL(for location: String) -> String {
        let base = URL(string: providerURL)
        guard let target = URL(string: location, relativeTo: base)?.absoluteString else { return location }
        switch addressing {
        case .path: return "\(door)/\(target)"
        case .origin(let origin):
            let inside = target == origin || target.hasPrefix(origin + "/") || target.hasPrefix(origin + "?")
            return inside ? door + target.dropFirst(origin.count) : location
        }
    }
}

extension ReplayHandler.Addressing {
    /// Turns the URL of a request at the door into the provider's; nil when none can be made out.
    ///
    /// By path, a URL that names another host is the provider's already: that is how a client uses the door as its
    /// `http_proxy`.
    func resolve(_ url: String) -> UpstreamURL? {
        guard let schemeEnd = url.range(of: "://")?.upperBound else { return nil }
        let pathStart = url[schemeEnd...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        let door = String(url[..<pathStart])
        let target = String(url[pathStart...])
        switch self {
        case .origin(let origin): return UpstreamURL(origin + target, self, door: door)
        case .path:
            let inner = String(target.dropFirst())
            if inner.isHTTPURL { return UpstreamURL(inner, self, door: door) }
            return url[schemeEnd...].isLoopback ? nil : UpstreamURL(url, self, door: door)
        }
    }
}

extension StringProtocol {
    fileprivate var isLoopback: Bool { hasPrefix("127.0.0.1") || hasPrefix("localhost") }
}

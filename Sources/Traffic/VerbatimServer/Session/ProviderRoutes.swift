package import VerbatimHAR
import VerbatimReplay

/// The APIs that a server serves, and the ways in which a request names one of them.
///
/// On the server itself the path begins with one of these, after an optional `/@SCENARIO`:
///
/// | path | provider |
/// |---|---|
/// | `/google-books/volumes` | the server of the API, followed by the rest of the path |
/// | `/www.googleapis.com/books/v1/volumes` | the host |
/// | `/https://www.googleapis.com/books/v1/volumes` | the whole URL |
///
/// A request with the host of a provider, in `Host`, in `X-Verbatim-Host` or in the absolute URL that a
/// client sends to a proxy, has the path of the provider. The scheme is the one that the API uses.
package struct ProviderRoutes: Sendable {
    /// An API with the URLs at which it is.
    package struct API: Sendable {
        package let name: String
        /// The URL of the server to which its name leads, without a trailing slash.
        package let base: String
        package let origins: [String]
        fileprivate let server: URLParts
        /// That of the first server.
        fileprivate let origin: String

        /// Creates an API from the URLs of its servers, the first of which its name leads to.
        package init?(_ name: String, servers: [String]) {
            guard let first = servers.first else { return nil }
            self.name = name
            base = first.hasSuffix("/") ? String(first.dropLast()) : first
            server = URLParts(base)
            origin = server.origin
            origins = servers.map { URLParts($0).origin.lowercased() }
        }
    }

    /// The names of the fields by which a request names scenario and host.
    package static let (scenarioField, hostField) = ("X-Verbatim-Scenario", "X-Verbatim-Host")

    package let apis: [API]
    private let origins: [String: String]
    private let owners: [String: String]

    /// Whether requests to hosts that no API has are served as well.
    package let includesOtherHosts: Bool

    /// Creates routes. If APIs share an origin, the first one owns it.
    package init(_ apis: [API], includingOtherHosts includesOtherHosts: Bool = false) {
        self.apis = apis
        self.includesOtherHosts = includesOtherHosts
        let pairs = apis.flatMap { api in api.origins.map { ($0, api.name) } }
        owners = Dictionary(pairs) { first, _ in first }
        origins = Dictionary(pairs.map { (Self.authority($0.0), $0.0) }) { first, second in
            second.hasPrefix("https:") ? second : first
        }
    }

    /// The host and the port of an origin, as `Host` has it.
    private static func authority(_ origin: String) -> String {
        String(origin.drop { $0 != "/" }.dropFirst(2))
    }

    /// The hosts to which the names of the APIs lead.
    var hosts: [String] { apis.map { String($0.server.host) } }
}

/// The destination of a request: an API, one of its scenarios, and the URL at the provider.
package struct ProviderRoute: Sendable, Hashable {
    /// The name of the API; nil if no API has the origin of the URL.
    package let api: String?
    package let scenario: String?
    package let url: String
    /// The URL of the server before that of a provider, `http://localhost:49152/@search`; nil if the request
    /// was sent to the provider's host.
    let server: String?
}

// MARK: - Routing

extension ProviderRoutes {
    /// Returns the destination of a request, given the parts of its URL; nil if its path names no provider.
    package func route(_ request: HTTPRequest, _ parts: URLParts) -> ProviderRoute? {
        var target = request.url[parts.path.startIndex...]
        var scenario = request.headers[Self.scenarioField]
        if let host = request.headers[Self.hostField] {
            let origin = URLParts(host).scheme.isEmpty ? origin(ofHost: host) : URLParts(host).origin
            return route(Destination(origin + target), scenario, server: nil)
        }
        guard parts.isLoopback else {
            let origin = origins[Self.authority(parts.origin.lowercased())] ?? parts.origin
            return route(Destination(origin + target), scenario, server: nil)
        }
        target = Substring(target.utf8.dropFirst())
        var server = parts.origin
        if target.utf8.first == UInt8(ascii: "@") {
            let name = target.prefix { $0 != "/" }
            scenario = PercentEncoding.decode(name.dropFirst(), plusIsSpace: false)
            server += "/" + name
            target = target.dropFirst(name.count + 1)
        }
        return url(ofPath: target).map { route($0, scenario, server: server) }
    }

    /// The URL of a request at the provider, and its origin.
    private struct Destination {
        let url: String
        let origin: String

        init(_ url: String, origin: String? = nil) {
            self.url = url
            self.origin = origin ?? URLParts(url).origin
        }
    }

    private func route(_ destination: Destination, _ scenario: String?, server: String?) -> ProviderRoute {
        let owner = owners[destination.origin.lowercased()]
        return ProviderRoute(api: owner, scenario: scenario, url: destination.url, server: server)
    }

    /// Returns the URL of a provider for a path on the server, without its first slash.
    private func url(ofPath path: Substring) -> Destination? {
        if path.isHTTPURL { return Destination(String(path)) }
        // Some clients join two slashes of a path.
        for scheme in ["https:/", "http:/"] where path.utf8.starts(with: scheme.utf8) {
            return Destination(scheme + "/" + path.dropFirst(scheme.count))
        }
        let end = path.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? path.endIndex
        let (name, rest) = (path[..<end], path[end...])
        if let api = apis.first(where: { $0.name == name }) {
            return Destination(api.url(ofPath: rest), origin: api.origin)
        }
        let isOther = includesOtherHosts && name.contains(".") && name.first != "."
        guard isOther || origins[name.lowercased()] != nil else { return nil }
        return Destination(origin(ofHost: String(name)) + rest)
    }

    private func origin(ofHost host: String) -> String { origins[host.lowercased()] ?? "https://\(host)" }
}

extension ProviderRoutes.API {
    /// Returns the URL for a path on the server: the path of the provider's server may precede it or not.
    fileprivate func url(ofPath path: Substring) -> String {
        let next = path.utf8.dropFirst(server.path.utf8.count).first
        let hasBasePath =
            path.utf8.starts(with: server.path.utf8)
            && (next ?? UInt8(ascii: "/") == UInt8(ascii: "/") || next == UInt8(ascii: "?"))
        return (hasBasePath ? origin : base) + path
    }
}

extension ProviderRoute {
    /// Returns the value of a `Location` field that leads to the server again, unless the request was sent to
    /// the provider's host.
    func serverURL(for location: String) -> String {
        guard let server else { return location }
        return "\(server)/\(Redirects.resolve(location, against: url))"
    }
}

extension URLParts {
    /// Whether the host is that of this machine: `127.example.com` is a name, which can lead anywhere.
    package var isLoopback: Bool {
        if ["127.0.0.1", "localhost"].contains(host) { return true }
        let host = host.lowercased()
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host == "[::1]"
            || numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}

public import VerbatimServer

/// Fake providers of the providers, running on 127.0.0.1: one listener for each host.
///
/// They answer as the providers do, as far as real answers show it, about a small catalogue of their own. The same
/// request gets the same bytes, but for the `Date` field.
///
/// Deviations from the providers: there is no TLS and no compression; any API key of the right form is good; times
/// that a provider takes from its clock are fixed; images are small, whatever size their address says.
public final class FakeProviders: Sendable {
    /// The fake provider's origin for each of the providers' origins, by https and by http.
    ///
    /// For example `https://itunes.apple.com` to `http://127.0.0.1:49152`.
    public let origins: [String: String]

    private let servers: [HTTPServer]

    private init(_ servers: [(host: String, server: HTTPServer)]) {
        self.servers = servers.map(\.server)
        origins = Dictionary(
            uniqueKeysWithValues: servers.flatMap { host, server in
                ["https://\(host)", "http://\(host)"].map { ($0, server.origin) }
            })
    }

    deinit {
        stop()
    }

    /// Starts the fake providers of all providers, or of some.
    public static func start(
        _ behaviour: FaultPlan = FaultPlan(), providers: [Provider] = Provider.allCases
    ) throws(ServerError) -> FakeProviders {
        var servers: [(host: String, server: HTTPServer)] = []
        for provider in providers {
            for host in provider.hosts + provider.imageHosts {
                let desk = FakeHost(provider, host: host, behaviour)
                servers.append((host, try HTTPServer.start { $1(desk.reply(to: $0)) }))
            }
        }
        return FakeProviders(servers)
    }

    /// Stops them; without effect when they have been stopped.
    public func stop() {
        for server in servers { server.stop() }
    }
}

import VerbatimServer

/// Running fake providers, one server on 127.0.0.1 for each host.
///
/// They respond as the providers do, as far as recordings show it, with the contents of a small catalogue.
/// The same request always gets the same bytes, except for the header `Date`.
///
/// Unlike the providers, they use neither TLS nor compression, accept every API key of the right format,
/// replace the current time by a fixed one, and serve small images regardless of the requested size.
public final class FakeProviders: Sendable {
    /// The origin of the fake provider for each origin of a provider, for both `https` and `http`.
    ///
    /// For example, `https://itunes.apple.com` is mapped to `http://127.0.0.1:49152`.
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

    /// Starts fake providers.
    ///
    /// - Throws: ``CatalogueError`` if the catalogue cannot be read, or `ServerError` if a server cannot be
    ///   started.
    public static func start(
        _ plan: FaultPlan = FaultPlan(), providers: [Provider] = Provider.allCases
    ) throws -> FakeProviders {
        let catalogue = try Catalogue()
        var servers: [(host: String, server: HTTPServer)] = []
        for provider in providers {
            let fake = provider.makeFake(catalogue)
            for name in provider.hosts + provider.imageHosts {
                let host = FakeHost(name: name, provider: provider, fake: fake, plan: plan)
                servers.append((name, try HTTPServer.start { $1(host.response(to: $0)) }))
            }
        }
        return FakeProviders(servers)
    }

    /// Stops all servers; does nothing if they are stopped already.
    public func stop() {
        for server in servers { server.stop() }
    }
}

import VerbatimContract
public import VerbatimHAR
import VerbatimJSON

/// The part of an archive that a contract is inferred from.
///
/// An archive of a browser contains the traffic of many hosts; a contract describes one of them, and others
/// that are like it, without the requests that the browser sends on its own, unless there are no others.
public struct TrafficSelection: Sendable, Hashable {
    /// The host, with its port if that is not the default one; nil for the one that answers most requests
    /// with JSON or, without JSON, most requests, with the others that are servers of the same API.
    public var host: String?
    /// Whether only requests count whose responses are JSON or may have no body.
    public var onlyJSON: Bool
    /// The beginning of the paths of the requests that count: `/api/`.
    public var pathPrefix: String

    /// Creates a selection.
    public init(host: String? = nil, onlyJSON: Bool = false, pathPrefix: String = "") {
        self.host = host
        self.onlyJSON = onlyJSON
        self.pathPrefix = pathPrefix
    }

    /// The number of requests to a host.
    public struct HostCount: Sendable, Hashable {
        /// The host.
        public let host: String
        /// The number of requests.
        public let count: Int
    }

    /// Returns the interactions that the selection contains, in order, and the other hosts, the one with the
    /// most requests first.
    public func select(from interactions: [Interaction]) -> (selected: [Interaction], others: [HostCount]) {
        let (selected, others) = select(from: StreamedTraffic(interactions))
        return (Array(selected), others)
    }

    /// Returns the interactions that the selection contains, in order, and the other hosts, the one with the
    /// most requests first.
    package func select(
        from traffic: StreamedTraffic
    ) -> (selected: StreamedTraffic, others: [HostCount]) {
        let below =
            pathPrefix.isEmpty
            ? traffic : traffic.keeping { RequestTarget($0.request.url).path.hasPrefix(pathPrefix) }
        let all =
            onlyJSON
            ? below.having { !$0.isDisjoint(with: [.answersJSON, .mayAnswerNothing]) } : below
        let sentByApps = all.having { !$0.contains(.isSentByBrowser) }
        let eligible = sentByApps.isEmpty ? all : sentByApps
        let byHost = Dictionary(grouping: eligible.references) {
            OperationKey.host(of: traffic.origin(of: $0))
        }
        let chosen = host?.lowercased() ?? Self.main(among: byHost)
        var counts: [String: Int] = [:]
        for (origin, count) in traffic.originCounts.pairs {
            counts[OperationKey.host(of: origin), default: 0] += count
        }
        let hosts = chosen.map { host == nil ? traffic.hosts(like: $0) : [$0] } ?? []
        let others = counts.filter { !hosts.contains($0.key) && !$0.key.isEmpty }
            .map { HostCount(host: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.host) < ($0.count, $1.host) }
        return (traffic.only(hosts.flatMap { byHost[$0] ?? [] }.sorted()), others)
    }

    /// Returns whether most of the interactions that were selected load a web page, while others answer with
    /// JSON, so that a selection of JSON alone would describe the API better.
    package func isMostlyPages(_ selected: StreamedTraffic) -> Bool {
        !onlyJSON && !selected.having { $0.contains(.answersJSON) }.isEmpty
            && selected.having { $0.contains(.loadsPage) }.count * 2 > selected.count
    }

    private static func main(among hosts: [String: [StreamedTraffic.Reference]]) -> String? {
        let ranks = hosts.filter { !$0.key.isEmpty }.map { host, references in
            (json: references.count { $0.traits.contains(.answersJSON) }, all: references.count, host: host)
        }
        return ranks.max { ($0.json, $0.all, $1.host) < ($1.json, $1.all, $0.host) }?.host
    }
}

extension StreamedTraffic {
    /// The hosts of all requests, in alphabetical order.
    package var hosts: [String] { Set(originCounts.pairs.map { OperationKey.host(of: $0.0) }).sorted() }

    /// The number of requests to a host whose paths are looked at.
    private static let hostSamples = 64
    /// The greatest number of servers of one API; further hosts are left out.
    private static let hostLimit = 64

    /// A host and the others of its owner that have the same API: their names say that they are environments,
    /// as `staging.api.shop.test` beside `api.shop.test`, or their paths begin as its own do, all of them or
    /// one after the version of the API.
    func hosts(like host: String) -> Set<String> {
        guard let owner = Self.owner(of: host) else { return [host] }
        let namesakes = Set(hosts.filter { Self.owner(of: $0) == owner })
        guard namesakes.count > 1 else { return [host] }
        let byHost = Dictionary(grouping: references) { OperationKey.host(of: origin(of: $0)) }
        let samples = only(namesakes.flatMap { byHost[$0, default: []].prefix(Self.hostSamples) }.sorted())
        let beginnings = samples.facts([String: Set<String>]()) { part in
            part.reduce(into: [:]) { beginnings, read in
                let url = read.interaction.request.url
                let host = OperationKey.host(of: self.origin(of: read.reference))
                beginnings[host, default: []].insert(Self.beginning(of: RequestTarget(url).path))
            }
        }
        let own = beginnings[host, default: []]
        let (service, versioned) = (Self.service(of: host), own.filter(Self.isVersioned))
        let alike = beginnings.filter { other, paths in
            paths.isSubset(of: own) || !paths.isDisjoint(with: versioned)
                || Self.service(of: other) == service
        }
        let counts = alike.keys.map { (host: $0, count: byHost[$0, default: []].count) }
        let most = counts.sorted { ($1.count, $0.host) < ($0.count, $1.host) }.prefix(Self.hostLimit)
        return Set(most.map(\.host)).union([host])
    }

    /// The parts of a host without those that say which environment it is, such as `sandbox`.
    private static func service(of host: String) -> [Substring] {
        host.split { ".-".contains($0) }.filter { !environments.contains($0) }
    }

    private static let environments: Set<Substring> = [
        "sandbox", "test", "testing", "staging", "stage", "stg", "dev", "development", "demo", "qa", "uat",
        "preview", "preprod", "prod", "production", "live", "beta",
    ]

    /// The label of a host that says whose it is, before the top-level domain: `shop` of `api.shop.test` and
    /// `api.shop.co.uk`; `localhost` for the machine itself, and nil for what has no domain.
    private static func owner(of host: String) -> Substring? {
        let name = host.prefix { $0 != ":" }
        if ["localhost", "127.0.0.1"].contains(name) { return "localhost" }
        let labels = name.split(separator: ".")
        guard labels.count > 2, labels.last?.first?.isLetter == true else { return nil }
        let isShort = labels[labels.count - 2].utf8.count < 4 && labels.count > 3
        return labels[labels.count - (isShort ? 3 : 2)]
    }

    /// Whether the beginning of a path has the version of an API: `/v1/orders`.
    private static func isVersioned(_ beginning: String) -> Bool {
        PathNode.segments(of: beginning).dropLast().contains { IdentifierForm.isVersion(Array($0.utf8)) }
    }

    /// A path up to its first segment that is no version.
    private static func beginning(of path: String) -> String {
        let segments = PathNode.segments(of: path)
        let first = segments.firstIndex { !PathNames.isTopLevel($0) } ?? segments.count - 1
        return PathNode.path(of: Array(segments.prefix(first + 1)))
    }
}

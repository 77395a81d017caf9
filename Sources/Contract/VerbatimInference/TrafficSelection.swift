import VerbatimContract
public import VerbatimHAR

/// The part of an archive that a contract is inferred from.
///
/// An archive of a browser contains the traffic of many hosts; a contract describes one of them, without the
/// requests that the browser sends on its own, unless there are no others.
public struct TrafficSelection: Sendable, Hashable {
    /// The host, with its port if that is not the default one; nil for the one that answers most requests
    /// with JSON or, without JSON, most requests.
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
        let all = interactions.filter(isEligible)
        let sentByApps = all.filter { !$0.request.isSentByBrowser }
        let eligible = sentByApps.isEmpty ? all : sentByApps
        let byHost = Dictionary(grouping: eligible) { Self.host(of: $0) }
        let chosen = host?.lowercased() ?? Self.main(among: byHost)
        let others = Dictionary(grouping: interactions) { Self.host(of: $0) }
            .filter { $0.key != chosen && !$0.key.isEmpty }
            .map { HostCount(host: $0.key, count: $0.value.count) }
            .sorted { ($1.count, $0.host) < ($0.count, $1.host) }
        return (chosen.flatMap { byHost[$0] } ?? [], others)
    }

    /// Returns whether most of the interactions that were selected load a web page, while others answer with
    /// JSON, so that a selection of JSON alone would describe the API better.
    public func isMostlyPages(_ selected: [Interaction]) -> Bool {
        !onlyJSON && selected.contains(where: \.answersJSON)
            && selected.count(where: \.loadsPage) * 2 > selected.count
    }

    private func isEligible(_ interaction: Interaction) -> Bool {
        RequestTarget(interaction.request.url).path.hasPrefix(pathPrefix)
            && (!onlyJSON || interaction.answersJSON || interaction.mayAnswerNothing)
    }

    private static func host(of interaction: Interaction) -> String { OperationKey(interaction.request).host }

    private static func main(among hosts: [String: [Interaction]]) -> String? {
        let ranks = hosts.filter { !$0.key.isEmpty }.map { host, interactions in
            (json: interactions.count(where: \.answersJSON), all: interactions.count, host: host)
        }
        return ranks.max { ($0.json, $0.all, $1.host) < ($1.json, $1.all, $0.host) }?.host
    }
}

extension Interaction {
    /// Whether the response is JSON.
    fileprivate var answersJSON: Bool { mediaType?.isJSON ?? false }

    /// Whether the response is a web page, or a style sheet, script, image, font or the like of one.
    fileprivate var loadsPage: Bool {
        guard let mediaType else { return false }
        let essence = mediaType.essence
        return mediaType.isHTML || essence == "text/css" || essence.hasSuffix("javascript")
            || ["image/", "font/", "audio/", "video/"].contains { essence.hasPrefix($0) }
    }

    private var mediaType: MediaType? {
        outcome.response?.headers["Content-Type"].flatMap(MediaType.init)
    }

    /// Whether the response has no media type, as the one to a change that succeeds may.
    fileprivate var mayAnswerNothing: Bool {
        outcome.response.map { $0.headers["Content-Type"] == nil } ?? false
            && !["GET", "HEAD", "OPTIONS"].contains(request.method.uppercased())
    }
}

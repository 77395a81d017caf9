import Dispatch
import Foundation
public import VerbatimHAR
public import VerbatimReplay

/// A handler that responds to the requests of a server from a recording, for clients in any language.
///
/// The handler translates the URL of each request into that of its provider and removes the fields that
/// belong to the connection. Pass ``handle(_:respond:)`` to ``HTTPServer/start(port:limits:handler:)``.
///
/// A recorded transport failure of any code becomes a reset connection.
public struct ReplayHandler: Sendable {
    /// The means by which a request names its provider.
    public enum Addressing: Sendable, Hashable {
        /// By the port: every path belongs to one origin without a trailing slash, e.g.
        /// `https://itunes.apple.com`.
        case origin(String)
        /// By the path, which is the whole URL:
        /// `http://127.0.0.1:8080/https://itunes.apple.com/search?term=a`.
        case path
    }

    private let responder: any Responder
    private let addressing: Addressing
    private let rewritesRedirects: Bool
    private let exchange: ReplayExchange

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - responder: The source of the outcomes, e.g. a player.
    ///   - addressing: The means by which a request names its provider.
    ///   - rewritesRedirects: Whether the URL of a `Location` field leads to this server again where
    ///     possible; otherwise it stays as it is.
    ///   - isPaced: Whether the pieces of a body are sent at the recorded times instead of all at once.
    ///   - timeout: The time limit of a live request in seconds.
    public init(
        _ responder: any Responder, addressing: Addressing, rewritesRedirects: Bool = true,
        isPaced: Bool = false, timeout: Double = 60
    ) {
        self.responder = responder
        self.addressing = addressing
        self.rewritesRedirects = rewritesRedirects
        exchange = ReplayExchange(isPaced: isPaced, timeout: timeout)
    }

    /// Responds to a request of a server.
    public func handle(_ request: HTTPRequest, respond: @escaping @Sendable (ServerResponse) -> Void) {
        guard let upstream = addressing.resolve(request.url) else {
            return respond(.unknownProvider(request.url))
        }
        exchange.outcome(of: exchange.sent(request, to: upstream.providerURL), from: responder) { outcome in
            let response = exchange.response(for: outcome) { location in
                rewritesRedirects ? upstream.serverURL(for: location) : location
            }
            respond(response ?? .failure(outcome))
        }
    }
}

/// The translation of a request of a server into that of a provider, and of the outcome into a response.
struct ReplayExchange: Sendable {
    /// Whether the pieces of a body are sent at the recorded times instead of all at once.
    var isPaced = false
    /// The time limit of a live request in seconds.
    var timeout = 60.0

    /// Returns the request as the provider gets it, without the fields that belong to the connection.
    func sent(_ request: HTTPRequest, to url: String) -> HTTPRequest {
        var headers = request.headers
        headers.remove(Self.requestFields)
        return HTTPRequest(request.method, url, headers: headers, body: request.body)
    }

    /// Asks a responder for the outcome of a request that is sent.
    ///
    /// - Parameter finish: Called on any thread.
    func outcome(
        of sent: HTTPRequest, from responder: any Responder, finish: @escaping @Sendable (Outcome) -> Void
    ) {
        switch responder.respond(to: sent, timeout: timeout) {
        case .immediate(let outcome): finish(outcome)
        case .deferred(let begin):
            DispatchQueue.global().async { _ = begin { $0.outcome.map(finish) } }
        }
    }

    /// Returns the response for an outcome; nil if the outcome has no response.
    ///
    /// - Parameter location: Translates the value of a `Location` field.
    func response(for outcome: Outcome, location: (String) -> String) -> ServerResponse? {
        guard let recorded = outcome.response else { return nil }
        var response = ServerResponse(recorded)
        if !isPaced, !recorded.isPaced { response.response.chunks = [] }
        // The whole partial body is sent before the connection closes, so that it arrives truncated.
        if case .failure = outcome { response.ending = .closed(afterBody: .max) }
        response.response.headers.remove(Self.responseFields)
        if let value = recorded.headers["Location"] {
            response.response.headers["Location"] = location(value)
        }
        return response
    }
}

extension ServerResponse {
    /// Returns the response for an outcome without one: a reset for a failure of the network, a 502 with the
    /// reason for one of the player.
    static func failure(_ outcome: Outcome) -> ServerResponse {
        outcome.playerFailure.map { .text(502, $0.reason) }
            ?? ServerResponse(HTTPResponse(502), ending: .reset(afterBody: nil))
    }

    fileprivate static func unknownProvider(_ url: String) -> ServerResponse {
        .text(
            404,
            """
            no provider in '\(url)'
              next: append the provider's URL to that of this server, e.g. /https://itunes.apple.com/search?term=a
            """)
    }
}

extension Outcome {
    /// The failure if it arose without a network, e.g. for a request that is not recorded
    /// (`NSURLErrorCannotLoadFromNetwork`).
    var playerFailure: TransportFailure? {
        guard case .failure(let failure, _) = self else { return nil }
        return failure.domain != "NSURLErrorDomain" || failure.code == -2000 ? failure : nil
    }
}

extension ReplayExchange {
    /// The fields that belong to the connection and not to the message.
    ///
    /// RFC 9110, section 7.6.1: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
    private static let connectionFields = [
        "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Upgrade", "Expect",
    ]
    /// The fields that the provider does not get.
    fileprivate static let requestFields = FieldNames(
        connectionFields + ["Transfer-Encoding", "Content-Length", "Host"]
            + [ProviderRoutes.scenarioField, ProviderRoutes.hostField])
    /// The fields the client does not get: the body is decoded, see HTTPResponse, and has no coding.
    fileprivate static let responseFields = FieldNames(connectionFields + ["Content-Encoding"])
}

/// Names of fields, by their lengths.
private struct FieldNames: Sendable {
    private let names: [Int: [String]]

    init(_ names: [String]) { self.names = Dictionary(grouping: names, by: \.utf8.count) }

    func contains(_ name: String) -> Bool {
        names[name.utf8.count]?.contains { $0.equalsIgnoringASCIICase(name) } ?? false
    }
}

extension HeaderFields {
    /// Removes some fields, and those that `Connection` lists.
    fileprivate mutating func remove(_ names: FieldNames) {
        let listed = Set(list("Connection").map { $0.lowercased() }.filter { $0 != "transfer-encoding" })
        fields.removeAll {
            names.contains($0.name) || !listed.isEmpty && listed.contains($0.name.lowercased())
        }
    }
}

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
            return URLParts(url).isLoopback ? nil : UpstreamURL(url, self, server: server)
        }
    }
}

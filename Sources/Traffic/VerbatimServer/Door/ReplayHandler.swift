import Dispatch
public import VerbatimHAR
public import VerbatimReplay

/// The HTTP door: serves on a port what a player answers, to clients in any language.
///
/// A request's URL is turned back into its provider's before the player is asked, and the fields that belong to
/// the connection are taken off. Give ``handle(_:reply:)`` to a server as its handler.
///
/// What a client of this door cannot tell apart: a recorded transport error is a reset connection whatever its code.
public struct ReplayHandler: Sendable {
    /// How a request says which provider it is for.
    public enum Addressing: Sendable, Hashable {
        /// By the port: every path belongs to one provider, e.g. `https://itunes.apple.com` (no slash at the end).
        case origin(String)
        /// By the path, which holds the whole URL: `http://127.0.0.1:8080/https://itunes.apple.com/search?term=a`.
        case path
    }

    private let answering: any Responder
    private let addressing: Addressing
    private let keepsRedirects: Bool
    private let paced: Bool
    private let timeout: Double

    /// Creates a door.
    ///
    /// - Parameters:
    ///   - answering: What stands behind the door.
    ///   - addressing: How a request says which provider it is for.
    ///   - keepsRedirects: Whether `Location` is rewritten to lead through this door again, where it can; otherwise
    ///     it is passed on as it is.
    ///   - paced: Whether the pieces of a body are sent at the times they were recorded, instead of at once.
    ///   - timeout: Seconds a live request may take.
    public init(
        _ answering: any Responder, addressing: Addressing, keepsRedirects: Bool = true, paced: Bool = false,
        timeout: Double = 60
    ) {
        self.answering = answering
        self.addressing = addressing
        self.keepsRedirects = keepsRedirects
        self.paced = paced
        self.timeout = timeout
    }

    /// Answers a request as a server got it.
    public func handle(_ request: HTTPRequest, reply: @escaping @Sendable (Reply) -> Void) {
        guard let address = addressing.resolve(request.url) else { return reply(.noProvider(request.url)) }
        var asked = HTTPRequest(
            request.method, address.providerURL, headers: request.headers, body: request.body)
        asked.headers.removeConnectionFields()
        asked.headers.remove("Content-Length")
        asked.headers.remove("Host")
        let answered: @Sendable (Outcome) -> Void = { reply(self.reply(to: $0, at: address)) }
        switch answering.respond(to: asked, timeout: timeout) {
        case .immediate(let outcome): answered(outcome)
        case .deferred(let begin): DispatchQueue.global().async { _ = begin(answered) }
        }
    }
}

// MARK: - Replies

extension ReplayHandler {
    private func reply(to outcome: Outcome, at address: UpstreamURL) -> Reply {
        guard let response = outcome.response else { return .failure(outcome) }
        var reply = Reply(response)
        if !paced { reply.response.chunks = [] }
        // All there is, and then the end, before the client can take it for the whole.
        if case .failure = outcome { reply.ending = .closed(afterBody: .max) }
        // The body has no content coding any more (see HTTPResponse), so its fields must not claim one.
        reply.response.headers.remove("Content-Encoding")
        reply.response.headers.removeConnectionFields(except: "Transfer-Encoding")
        if keepsRedirects, let location = response.headers["Location"] {
            reply.response.headers["Location"] = address.doorURL(for: location)
        }
        return reply
    }
}

extension Reply {
    /// The reply to a request that got no response: what a network did is done again, what a player says is shown.
    fileprivate static func failure(_ outcome: Outcome) -> Reply {
        guard case .failure(let failure, _) = outcome, failure.isOfPlayer else {
            return Reply(HTTPResponse(502), ending: .reset(afterBody: nil))
        }
        return .text(502, failure.reason)
    }

    fileprivate static func noProvider(_ url: String) -> Reply {
        .text(
            404,
            """
            no provider in '\(url)'
              next: put the provider's whole URL behind this server's, e.g. /https://itunes.apple.com/search?term=a
            """)
    }

    private static func text(_ status: Int, _ text: String) -> Reply {
        Reply(
            HTTPResponse(
                status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: .text(text + "\n")))
    }
}

extension TransportFailure {
    /// Whether no network had a part in it, as when nothing is recorded: `NSURLErrorCannotLoadFromNetwork`.
    fileprivate var isOfPlayer: Bool { domain != "NSURLErrorDomain" || code == -2000 }
}

extension HeaderFields {
    /// Removes the fields that are about a connection and not about the message.
    ///
    /// RFC 9110, section 7.6.1: https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
    fileprivate mutating func removeConnectionFields(except kept: String? = nil) {
        let fixed = [
            "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
        ]
        for name in list("Connection") + fixed + ["Expect"] where name != kept { remove(name) }
    }
}

public import VerbatimHAR

// MARK: - Losses of archives

extension Rule {
    package static let lossEntry = Rule(
        "loss-entry", .warning, "an entry of an archive cannot be read",
        "it is not checked, the others are",
        "The entry has no request with a method and a URL, or is no object."
    ) { archive(#"{"startedDateTime": "2026-11-21T10:00:00.000Z", "time": 1}"#) }
    package static let lossMember = Rule(
        "loss-member", .warning, "a member of an entry cannot be read",
        "the rest of the entry is checked without it",
        "A member does not have the form that HAR 1.2 prescribes, or the archive lacks the headers of a "
            + "response altogether."
    ) {
        archive(
            """
            {"request": {"method": "GET", "url": "https://api.example.com/books"},
             "response": {"status": 200, "headers": [], "content": {"text": "{}"}}}
            """)
    }
    package static let lossResponse = Rule(
        "loss-response", .warning, "an entry has no response",
        "the request was blocked or cut off, or the export came too early",
        "The status is 0, as browsers write it for a request that an extension or the network prevented."
    ) {
        archive(
            """
            {"request": {"method": "GET", "url": "https://api.example.com/books"},
             "response": {"status": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT"}}
            """)
    }
    package static let lossResponseBody = Rule(
        "loss-response-body", .warning, "an archive lacks the body of a response",
        "the body is not checked",
        "Browsers leave bodies out that they no longer have, and record only the size. In a recording of "
            + "Verbatim itself, which contains every body, a missing one is breaking."
    ) {
        archive(
            """
            {"request": {"method": "GET", "url": "https://api.example.com/books"},
             "response": {"status": 200, "headers": [
               {"name": "Content-Type", "value": "application/json"}], "content": {"size": 17}}}
            """)
    }
    package static let lossRequestBody = Rule(
        "loss-request-body", .warning, "an archive lacks the body of a request",
        "the body is not checked",
        "The size of the body is recorded, but no text; of a multipart body, there are only the fields."
    ) {
        archive(
            """
            {"request": {"method": "POST", "url": "https://api.example.com/books", "bodySize": 17},
             "response": {"status": 204, "headers": [{"name": "Age", "value": "0"}]}}
            """)
    }
    package static let lossCharset = Rule(
        "loss-charset", .info, "a body was converted to UTF-8",
        "its characters are those that were sent, its bytes are not",
        "The media type names another charset, and the archive contains the body as text."
    ) {
        archive(
            """
            {"request": {"method": "GET", "url": "https://api.example.com/books"},
             "response": {"status": 200, "headers": [
               {"name": "Content-Type", "value": "text/plain; charset=windows-1252"}],
              "content": {"mimeType": "text/plain; charset=windows-1252", "text": "Zoë"}}}
            """)
    }
    package static let lossWebSocket = Rule(
        "loss-web-socket", .info, "an entry has messages of a WebSocket",
        "a replay refuses web sockets",
        "The messages after the handshake are checked, if the operation has `x-messages`, but not replayed."
    ) {
        archive(
            """
            {"request": {"method": "GET", "url": "https://api.example.com/books"},
             "response": {"status": 101, "headers": [{"name": "Upgrade", "value": "websocket"}]},
             "_webSocketMessages": [{"type": "receive", "time": 1, "opcode": 1, "data": "hello"}]}
            """)
    }

    private static func archive(_ entry: String) -> RuleExample {
        .files([
            (
                "browser.har",
                """
                {"log": {"version": "1.2", "creator": {"name": "a browser"}, "entries": [
                \(entry)]}}
                """
            )
        ])
    }
}

extension Finding {
    /// Creates the finding about a part of an archive that is not there or cannot be read.
    ///
    /// - Parameters:
    ///   - loss: The loss.
    ///   - isForeign: Whether another tool wrote the archive. One of this package contains every body, so a
    ///     missing one is breaking.
    public init(_ loss: ArchiveLoss, isForeign: Bool) {
        let rule = Rule.loss(loss.kind)
        self.init(
            rule, severity: rule == .lossResponseBody && !isForeign ? .breaking : nil,
            about: .init(exchange: "entry \(loss.location.entry + 1)"), .found(loss.message),
            at: SourceLocation(file: loss.location.archive, line: loss.location.line), next: loss.next)
    }
}

extension Rule {
    package static let losses = [
        lossEntry, lossMember, lossResponse, lossResponseBody, lossRequestBody, lossCharset, lossWebSocket,
    ]

    fileprivate static func loss(_ kind: ArchiveLoss.Kind) -> Rule {
        switch kind {
        case .entry: .lossEntry
        case .member, .responseHeaders: .lossMember
        case .response: .lossResponse
        case .responseBody, .unreadableResponseBody: .lossResponseBody
        case .requestBody, .unreadableRequestBody, .multipartBody: .lossRequestBody
        case .charset: .lossCharset
        case .webSocket: .lossWebSocket
        }
    }
}

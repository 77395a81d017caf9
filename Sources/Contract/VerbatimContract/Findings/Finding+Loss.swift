public import VerbatimHAR

extension Finding {
    /// Creates the finding about a part of an archive that is not there or cannot be read.
    ///
    /// - Parameters:
    ///   - loss: The loss.
    ///   - isForeign: Whether another tool wrote the archive. One of this package contains every body, so a
    ///     missing one is breaking.
    public init(_ loss: ArchiveLoss, isForeign: Bool) {
        self.init(
            rule: .loss(loss.kind), severity: loss.kind.isOfResponseBody && !isForeign ? .breaking : nil,
            exchange: "entry \(loss.location.entry + 1)", expected: "", found: loss.message,
            location: SourceLocation(file: loss.location.archive, line: loss.location.line), next: loss.next)
    }
}

extension ArchiveLoss.Kind {
    fileprivate var isOfResponseBody: Bool { Rule.loss(self) == .lossResponseBody }
}

extension Rule {
    /// The rules about losses of archives.
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

    package static let lossEntry = Rule(
        "loss-entry", .warning, "an entry of an archive cannot be read",
        "it is not checked, the others are")
    package static let lossMember = Rule(
        "loss-member", .warning, "a member of an entry cannot be read",
        "the rest of the entry is checked without it")
    package static let lossResponse = Rule(
        "loss-response", .warning, "an entry has no response",
        "the request was blocked or cut off, or the export came too early")
    package static let lossResponseBody = Rule(
        "loss-response-body", .warning, "an archive lacks the body of a response",
        "the body is not checked")
    package static let lossRequestBody = Rule(
        "loss-request-body", .warning, "an archive lacks the body of a request",
        "the body is not checked")
    package static let lossCharset = Rule(
        "loss-charset", .info, "a body was converted to UTF-8",
        "its characters are those that were sent, its bytes are not")
    package static let lossWebSocket = Rule(
        "loss-web-socket", .info, "an entry has messages of a WebSocket",
        "contracts describe requests and responses only")
}

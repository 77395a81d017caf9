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
            .loss(loss.kind), severity: loss.kind.isOfResponseBody && !isForeign ? .breaking : nil,
            about: .init(exchange: "entry \(loss.location.entry + 1)"), .found(loss.message),
            at: SourceLocation(file: loss.location.archive, line: loss.location.line), next: loss.next)
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
}

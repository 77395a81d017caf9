import VerbatimJSON

/// A part of an archive that cannot be read or is not there, so that it can be neither replayed nor judged.
///
/// The archives of other tools omit parts; those of this package do not.
public struct ArchiveLoss: Sendable, Hashable {
    /// The kinds of losses.
    public enum Kind: Sendable, Hashable {
        /// The whole entry, for this reason.
        case entry(reason: String)
        /// A member of the entry, for this reason. It is read as if it were absent.
        case member(reason: String)
        /// The header fields of the response, of which the archive has none at all.
        case responseHeaders
        /// The body of the response, of this many bytes if the archive says so, which it does not contain.
        case responseBody(size: Int?)
        /// The body of the response, which the archive contains in a form that cannot be read.
        case unreadableResponseBody(reason: String)
        /// The request had a multipart body, of which the archive contains the fields only.
        case multipartBody
        /// The request had a body of this many bytes, which the archive does not contain.
        case requestBody(size: Int)
        /// The body of the request, which the archive contains in a form that cannot be read.
        case unreadableRequestBody(reason: String)
        /// The body had this charset and is stored as text. It is replayed as UTF-8.
        case charset(String)
        /// The archive contains no complete response, and if it has the error of a browser, this is its text.
        case response(error: String?)
        /// The archive contains this many WebSocket messages, which are checked, but never replayed.
        case webSocket(messages: Int)
    }

    /// The kind of loss.
    public var kind: Kind
    /// The location of the interaction.
    public var location: Interaction.Location

    /// Creates a loss.
    public init(kind: Kind, location: Interaction.Location) {
        self.kind = kind
        self.location = location
    }
}

extension ArchiveLoss: CustomStringConvertible {
    /// The loss, its location and the next step, a line each.
    public var description: String {
        let location = "\(location.archive):\(location.line) (entry \(location.entry + 1))"
        return MessageText("\(rule): \(message)", at: location, next: next).text
    }

    /// The permanent identifier of this kind of loss.
    public var rule: String { kind.row.rule }

    /// The loss without its location, and its effect.
    public var message: String { "\(kind.reason); \(kind.row.effect)" }

    /// The next step.
    public var next: String {
        let again =
            location.archive.isInFolder("Recordings")
            ? "record the scenario with \(ToolCommand("record"))" : "export the archive again"
        return kind.row.next.replacing("*", with: again)
    }
}

extension ArchiveLoss.Kind {
    package var reason: String {
        switch self {
        case .entry(let reason), .member(let reason): reason
        case .responseBody(let size):
            "the response body\(size.map { " of \(String.count($0, "byte"))" } ?? "") is not in the archive"
        case .unreadableResponseBody(let reason): "the response body is unreadable: \(reason)"
        case .multipartBody: "the archive has only the fields of the multipart body"
        case .requestBody(let size): "the request body of \(String.count(size, "byte")) is not in the archive"
        case .unreadableRequestBody(let reason): "the request body is unreadable: \(reason)"
        case .charset(let name): "the body was sent in \(name) and is stored as text"
        case .response(nil): "the archive has neither a response nor an error"
        case .response(let error?): "the archive has no complete response: \(error)"
        case .responseHeaders: "the header fields of the response are not in the archive"
        case .webSocket(let messages): "the entry has \(String.count(messages, "WebSocket message"))"
        }
    }

    /// The rule, the effect, and the next step, in which `*` is to record or to export again.
    fileprivate var row: (rule: String, effect: String, next: String) {
        let (correct, contents) = ("correct the entry, or *", "*, with contents")
        let ifNeeded = "* if a test depends on it"
        let (unjudged, empty) = ("it is not judged, and a replay of it fails", "it is matched as empty")
        return switch self {
        case .entry: ("loss-entry", "it is left out", correct)
        case .member: ("loss-member", "it is read as absent", correct)
        case .responseHeaders: ("loss-member", "they are not judged", "*, with header fields")
        case .responseBody: ("loss-response-body", unjudged, contents)
        case .unreadableResponseBody: ("loss-response-body", unjudged, correct)
        case .multipartBody: ("loss-request-body", empty, ifNeeded)
        case .requestBody: ("loss-request-body", empty, contents)
        case .unreadableRequestBody: ("loss-request-body", empty, correct)
        case .charset: ("loss-charset", "it is read and replayed in UTF-8", ifNeeded)
        case .response: ("loss-response", "the request is not judged, and fails in a replay", ifNeeded)
        case .webSocket:
            ("loss-web-socket", "a replay has none", "test the WebSocket of the app by other means")
        }
    }
}

// MARK: - Finding losses

extension Archive {
    /// The parts that the archive mentions but does not contain, or not readably, in the order of entries.
    public var losses: [ArchiveLoss] {
        let losses = interactions.flatMap { interaction -> [ArchiveLoss] in
            guard let location = interaction.location else { return [] }
            return interaction.losses.map { ArchiveLoss(kind: $0, location: location) }
        }
        guard !lostEntries.isEmpty else { return losses }
        return (lostEntries + losses).enumerated()
            .sorted { ($0.element.location.entry, $0.offset) < ($1.element.location.entry, $1.offset) }
            .map(\.element)
    }
}

extension Interaction {
    /// The parts that the entry of the interaction mentions but does not contain, or not readably.
    package var losses: [ArchiveLoss.Kind] {
        var losses = unreadableMembers
        if case .lost(let kind) = outcome.response?.body { losses.append(kind) }
        losses += [charsetLoss, requestBodyLoss, responseLoss, webSocketLoss].compactMap(\.self)
        return losses
    }

    package var requestBodyLoss: ArchiveLoss.Kind? {
        guard let entry = source?["request"], request.body == nil else { return nil }
        let post = entry["postData"]
        // An unreadable one is among the unreadable members.
        if post["text"].exists { return nil }
        if post["params"].count > 0 { return .multipartBody }
        let size = entry["bodySize"].int ?? 0
        return size > 0 ? .requestBody(size: size) : nil
    }

    /// Whether the request had a body that the archive does not contain, or not readably.
    package var isRequestBodyLost: Bool {
        requestBodyLoss != nil
            || unreadableMembers.contains { if case .unreadableRequestBody = $0 { true } else { false } }
    }

    /// The loss of the response: the entry is unfinished, or of a request that a
    /// browser blocked. A failure that this package recorded is no loss.
    package var responseLoss: ArchiveLoss.Kind? {
        guard case .failure(let failure, _) = outcome, let response = source?["response"],
            response["_error"].kind != .object, webSocketMessages.isEmpty
        else { return nil }
        return .response(error: response["_error"].string.map { _ in failure.reason })
    }

    private var charsetLoss: ArchiveLoss.Kind? {
        guard let content = source?["response"]["content"],
            let mimeType = content["mimeType"].string, mimeType.utf8.contains(UInt8(ascii: "=")),
            case let type = mimeType.lowercased(), !type.hasSuffix("charset=utf-8"),
            let start = type.firstRange(of: "charset=")
        else { return nil }
        let name = type[start.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != " " }
        guard !["utf-8", "utf8", "us-ascii"].contains(name), !content["encoding"].exists,
            let text = content["text"].string, !text.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        return .charset(name)
    }

    private var webSocketLoss: ArchiveLoss.Kind? {
        webSocketMessages.isEmpty ? nil : .webSocket(messages: webSocketMessages.count)
    }
}

import VerbatimJSON

/// A part of an interaction that an archive does not contain, so that it cannot be replayed.
///
/// The archives of other tools omit parts; those of this package do not.
public struct ArchiveLoss: Sendable, Hashable {
    /// The kinds of losses.
    public enum Kind: Sendable, Hashable {
        /// The response had a body of this many bytes, which the archive does not contain.
        case responseBody(size: Int)
        /// The request had a multipart body, of which the archive contains the fields only.
        case multipartBody
        /// The request had a body of this many bytes, which the archive does not contain.
        case requestBody(size: Int)
        /// The body had this charset and is stored as text. It is replayed as UTF-8.
        case charset(String)
        /// The archive contains neither a response nor an error.
        case response
        /// The archive contains this many WebSocket messages, which are never replayed.
        case webSocket(messages: Int)
    }

    /// The kind of loss.
    public var kind: Kind
    /// The location of the interaction.
    public var location: Interaction.Location
}

extension ArchiveLoss: CustomStringConvertible {
    /// The loss, its location and the next step, a line each.
    public var description: String {
        let location = "\(location.archive):\(location.line) (entry \(location.entry + 1))"
        return MessageText("\(rule): \(message)", at: location, next: next).text
    }

    /// The permanent identifier of this kind of loss.
    public var rule: String {
        switch kind {
        case .responseBody: "loss-response-body"
        case .multipartBody, .requestBody: "loss-request-body"
        case .charset: "loss-charset"
        case .response: "loss-response"
        case .webSocket: "loss-web-socket"
        }
    }

    private var message: String {
        switch kind {
        case .responseBody(let size):
            "the response body of \(String.count(size, "byte")) is not in the archive; it is replayed empty"
        case .multipartBody:
            "the archive has only the fields of the multipart body; it is matched as empty"
        case .requestBody(let size):
            "the request body of \(String.count(size, "byte")) is not in the archive; it is matched as empty"
        case .charset(let name): "the body was sent in \(name) and is stored as text; it is replayed in UTF-8"
        case .response: "the archive has neither a response nor an error; the request fails in a replay"
        case .webSocket(let messages): "\(String.count(messages, "WebSocket message")) cannot be replayed"
        }
    }

    private var next: String {
        switch kind {
        case .responseBody, .requestBody:
            "export the archive again with contents, or record the scenario with `make record`"
        case .webSocket: "test the WebSocket by other means"
        default: "record the scenario with `make record` if a test depends on it"
        }
    }
}

// MARK: - Finding losses

extension Archive {
    /// The parts of interactions that the archive mentions but does not contain, in the order of entries.
    public var losses: [ArchiveLoss] {
        interactions.flatMap { interaction -> [ArchiveLoss] in
            guard let location = interaction.location, let entry = interaction.source else { return [] }
            return EntryLosses(entry: entry).kinds.map { ArchiveLoss(kind: $0, location: location) }
        }
    }
}

/// The losses of one entry.
private struct EntryLosses {
    let entry: JSON

    var kinds: [ArchiveLoss.Kind] {
        [responseBody, charset, requestBody, response, webSocket].compactMap { $0 }
    }

    private var content: JSON { entry["response"]["content"] }

    private var responseBody: ArchiveLoss.Kind? {
        let size = content["size"].int ?? 0
        let isKept = content["text"].exists || content["_file"].exists
        // A response to HEAD has the size of the body that it does not have.
        return size > 0 && !isKept && entry["request"]["method"].string != "HEAD"
            ? .responseBody(size: size) : nil
    }

    private var charset: ArchiveLoss.Kind? {
        guard let text = content["text"].string, !content["encoding"].exists,
            !text.utf8.allSatisfy({ $0 < 0x80 }),
            let type = content["mimeType"].string?.lowercased(), let start = type.firstRange(of: "charset=")
        else { return nil }
        let name = type[start.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != " " }
        return ["utf-8", "utf8", "us-ascii"].contains(name) ? nil : .charset(name)
    }

    private var requestBody: ArchiveLoss.Kind? {
        let post = entry["request"]["postData"]
        if post["text"].exists { return nil }
        if post["params"].count > 0 {
            return post["mimeType"].string?.lowercased().hasPrefix("multipart/") == true
                ? .multipartBody : nil
        }
        let size = entry["request"]["bodySize"].int ?? 0
        return size > 0 ? .requestBody(size: size) : nil
    }

    private var response: ArchiveLoss.Kind? {
        let response = entry["response"]
        return (response["status"].int ?? 0) <= 0 && !response["_error"].exists ? .response : nil
    }

    private var webSocket: ArchiveLoss.Kind? {
        let messages = entry["_webSocketMessages"].count
        return messages > 0 ? .webSocket(messages: messages) : nil
    }
}

/// Something of an exchange that an archive does not hold, so that a replay cannot give it.
///
/// Archives of other tools leave things out; ours have none of these.
public struct ArchiveLoss: Sendable, Hashable {
    /// What is missing.
    public enum Kind: Sendable, Hashable {
        /// The response had a body of so many bytes, and the archive has none of it.
        case responseBody(size: Int)
        /// The request had a multipart body of which the archive has the fields only.
        case multipartBody
        /// The request had a body of so many bytes, and the archive has none of it.
        case requestBody(size: Int)
        /// The body was not UTF-8 and is kept as text; it is replayed as UTF-8.
        case charset(String)
        /// The archive does not say how the exchange ended.
        case response
        /// So many messages of a WebSocket, which are never replayed.
        case webSocket(messages: Int)
    }

    /// What is missing.
    public var kind: Kind
    /// Where its exchange stands.
    public var location: Interaction.Location
}

extension ArchiveLoss: CustomStringConvertible {
    /// What is missing, where, and what to do about it, a line each.
    public var description: String {
        """
        \(rule): \(what)
          at \(location.archive):\(location.line) (entry \(location.entry + 1))
          next: \(next)
        """
    }

    /// The permanent name of this kind of loss.
    public var rule: String {
        switch kind {
        case .responseBody: "loss-response-body"
        case .multipartBody, .requestBody: "loss-request-body"
        case .charset: "loss-charset"
        case .response: "loss-response"
        case .webSocket: "loss-web-socket"
        }
    }

    private var what: String {
        switch kind {
        case .responseBody(let size):
            "the response had a body of \(size) bytes, the archive has none; it is replayed empty"
        case .multipartBody:
            "the archive has the fields of a multipart body, not its bytes; the request is matched without"
        case .requestBody(let size):
            "the request had a body of \(size) bytes, the archive has none; it is matched without"
        case .charset(let name): "the body was sent in \(name) and kept as text; it is replayed in UTF-8"
        case .response: "the archive does not say how the exchange ended; it is replayed as a failure"
        case .webSocket(let messages): "\(messages) messages of a WebSocket are not replayed"
        }
    }

    private var next: String {
        switch kind {
        case .responseBody, .requestBody:
            "export again with contents, or record the exchange with `make record`"
        case .webSocket: "test the socket by other means"
        default: "record the exchange with `make record` if a test depends on it"
        }
    }
}

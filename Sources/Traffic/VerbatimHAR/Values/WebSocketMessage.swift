package import Foundation
package import VerbatimJSON

/// A message of a WebSocket, which browsers and proxies write into the entry of the handshake.
///
/// `{"type": "receive", "time": 1693314200.3, "opcode": 1, "data": "text"}`: `type` is `send` or `receive`,
/// and the data of a binary message, with opcode 2, is in base64. Messages with other opcodes control the
/// connection (RFC 6455, section 5.2: https://www.rfc-editor.org/rfc/rfc6455#section-5.2).
package struct WebSocketMessage: Sendable {
    package enum Direction: String, Sendable, CaseIterable {
        /// From the app to the provider.
        case send
        /// From the provider to the app.
        case receive
    }

    private let source: JSON
    /// The text, or the bytes of a binary message; nil if the archive has neither.
    package var data: Data?

    /// Reads a message; what is missing or unknown stays as it is.
    init(_ source: JSON) {
        self.source = source
        guard let text = source["data"].string else { return }
        data = source["opcode"].int == 2 ? Base64.decode(text) : Data(text.utf8)
    }

    /// The direction; nil if it is unknown, or if the message controls the connection.
    package var direction: Direction? {
        [nil, 1, 2].contains(source["opcode"].int) ? source["type"].string.flatMap(Direction.init) : nil
    }

    package var position: JSONPosition { source["data"].position }

    /// The message as one line of JSON: its value if it is a JSON object or array, and otherwise its text;
    /// nil if it is neither.
    package var json: String? {
        guard let data else { return nil }
        if let first = data.first(where: { $0 > 0x20 }), first == 0x7b || first == 0x5b,
            let value = try? JSON(parsing: data)
        {
            return value.value.text(.compact)
        }
        return String(validating: data, as: UTF8.self).map { JSONValue.string($0).text(.compact) }
    }

    /// The message as it is written.
    var value: JSONValue {
        var value = source.value
        guard case .object(var object) = value, let data else { return value }
        let isBinary = source["opcode"].int == 2
        object["data"] = .string(
            isBinary ? data.base64EncodedString() : String(decoding: data, as: UTF8.self))
        value = .object(object)
        return value
    }
}

public import Foundation

/// A form whose fields may be files, `multipart/form-data`.
///
/// RFC 7578: https://www.rfc-editor.org/rfc/rfc7578
public struct MultipartForm: Sendable, Hashable {
    /// The parts, in the order in which they are sent.
    public var parts: [Part]
    /// The text between parts, which must not occur in them.
    public let boundary: String

    /// Creates a form.
    ///
    /// - Parameter boundary: At most 70 letters, digits and hyphens; by default a random one.
    public init(_ parts: [Part] = [], boundary: String = UUID().uuidString) {
        self.parts = parts
        self.boundary = boundary
    }

    /// A field or a file.
    public struct Part: Sendable, Hashable {
        /// The name of the field.
        public let name: String
        /// The name of the file; nil for a field.
        public let fileName: String?
        /// The media type; nil for a field, which is text.
        public let contentType: String?
        /// The bytes.
        public let contents: Data

        /// Creates a field with a text.
        public static func field(_ name: String, _ text: String) -> Part {
            Part(name: name, fileName: nil, contentType: nil, contents: Data(text.utf8))
        }

        /// Creates a file.
        public static func file(
            _ name: String, _ contents: Data, fileName: String,
            contentType: String = "application/octet-stream"
        ) -> Part {
            Part(name: name, fileName: fileName, contentType: contentType, contents: contents)
        }
    }

    /// The value of the header `Content-Type`.
    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Returns the parts as they are sent.
    func encoded() -> Data {
        var body = Data()
        for part in parts {
            var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escape(part.name))\""
            if let fileName = part.fileName { head += "; filename=\"\(Self.escape(fileName))\"" }
            if let contentType = part.contentType {
                head += "\r\nContent-Type: \(contentType.filter { !$0.isNewline })"
            }
            body += Data((head + "\r\n\r\n").utf8) + part.contents + Data("\r\n".utf8)
        }
        return body + Data("--\(boundary)--\r\n".utf8)
    }

    /// Escapes a name as browsers do.
    ///
    /// https://html.spec.whatwg.org/#multipart-form-data
    private static func escape(_ name: String) -> String {
        name.replacingOccurrences(of: "\r\n", with: "%0D%0A").replacingOccurrences(of: "\n", with: "%0A")
            .replacingOccurrences(of: "\r", with: "%0D").replacingOccurrences(of: "\"", with: "%22")
    }
}

import Foundation

/// The body of a response as an entry tells it.
struct WrittenBody: Sendable {
    /// The length on the wire, in bytes.
    var size: Int
    /// The body itself, when it is embedded.
    var text: String?
    /// Whether the text is base64.
    var isBase64 = false
    /// The path of the file it is in, relative to the archive.
    var file: String?
    /// How that file differs from the wire.
    var layout: BodyLayout?

    /// A body that is in the archive itself; an empty one needs no text.
    init(embedding bytes: Data) {
        size = bytes.count
        guard !bytes.isEmpty else { return }
        if let text = String(validating: bytes, as: UTF8.self) {
            self.text = text
        } else {
            text = bytes.base64EncodedString()
            isBase64 = true
        }
    }

    /// A body that is in a file.
    init(size: Int, file: String, layout: BodyLayout?) {
        self.size = size
        self.file = file
        self.layout = layout
    }
}

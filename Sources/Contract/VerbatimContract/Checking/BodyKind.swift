/// What a body is, going by its bytes alone.
package enum BodyKind: Sendable, Hashable {
    case empty
    case json
    case jsonp(callback: String)
    case html
    case xml
    /// An image, with the media type of its signature.
    case image(String)
    case text
    case binary

    /// Looks at the first bytes, and for JSONP at the last ones as well.
    package init(_ bytes: some BidirectionalCollection<UInt8>) {
        let start = bytes.drop { $0 <= 0x20 }
        if bytes.isEmpty {
            self = .empty
        } else if let image = Self.signatures.first(where: { $0.matches(bytes.prefix(16)) }) {
            self = .image(image.mediaType)
        } else if let first = start.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            self = .json
        } else if start.first == UInt8(ascii: "<") {
            self = Self.isPage(start) ? .html : .xml
        } else if let callback = Self.callback(start) {
            self = .jsonp(callback: callback)
        } else {
            self = bytes.prefix(1024).contains { $0 < 0x09 || $0 == 0x7f } ? .binary : .text
        }
    }

    /// What the bytes are, in words.
    package var words: String {
        switch self {
        case .empty: "empty"
        case .json: "JSON"
        case .jsonp(let callback): "JSON inside a call of '\(callback)' (JSONP)"
        case .html: "an HTML page"
        case .xml: "XML"
        case .image(let type): "an image of type '\(type)'"
        case .text: "plain text"
        case .binary: "no text and no known image"
        }
    }

    private static func isPage(_ bytes: some Collection<UInt8>) -> Bool {
        let beginning = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
        return beginning.contains("<!doctype html") || beginning.contains("<html")
    }

    /// The name in front of `(`, if the whole is a call: `jsonFlickrApi({...})`.
    private static func callback(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
        let name = bytes.prefix(64).prefix { $0 != UInt8(ascii: "(") }
        let end = bytes.reversed().first { $0 > 0x20 && $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.count < 64, end == UInt8(ascii: ")"), name.allSatisfy(isNameByte) else {
            return nil
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// The first bytes of an image; nil stands for any byte.
///
/// https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
private struct ImageSignature {
    let mediaType: String
    let bytes: [UInt8?]

    func matches(_ start: some Collection<UInt8>) -> Bool {
        start.count >= bytes.count && zip(start, bytes).allSatisfy { $1 == nil || $0 == $1 }
    }
}

extension BodyKind {
    private static let signatures = [
        ImageSignature(mediaType: "image/png", bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        ImageSignature(mediaType: "image/jpeg", bytes: [0xff, 0xd8, 0xff]),
        ImageSignature(mediaType: "image/gif", bytes: [0x47, 0x49, 0x46, 0x38]),
        ImageSignature(
            mediaType: "image/webp",
            bytes: [0x52, 0x49, 0x46, 0x46, nil, nil, nil, nil, 0x57, 0x45, 0x42, 0x50]),
        ImageSignature(
            mediaType: "image/avif",
            bytes: [nil, nil, nil, nil, 0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]),
        ImageSignature(mediaType: "image/bmp", bytes: [0x42, 0x4d, nil, nil, nil, nil, 0, 0, 0, 0]),
        ImageSignature(mediaType: "image/x-icon", bytes: [0, 0, 1, 0]),
    ]
}

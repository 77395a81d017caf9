package import VerbatimHAR
import VerbatimJSON

/// The kind of a body, judging by its bytes alone.
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

    /// Inspects the first bytes, and the last ones for JSONP.
    package init(_ bytes: some BidirectionalCollection<UInt8>) {
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let start = bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0).drop { $0 <= 0x20 }
        if bytes.isEmpty {
            self = .empty
        } else if let first = start.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            // No image begins so: the first byte of AVIF is one of a size.
            self = .json
        } else if let image = Self.signatures.first(where: { $0.matches(bytes.prefix(16)) }) {
            self = .image(image.mediaType)
        } else if start.first == UInt8(ascii: "<") {
            self = Self.isHTML(start) ? .html : .xml
        } else if let callback = Self.callback(start) {
            self = .jsonp(callback: callback)
        } else {
            self = bytes.prefix(1024).contains { $0 < 0x09 || $0 == 0x7f } ? .binary : .text
        }
    }

    private static func isHTML(_ bytes: some Collection<UInt8>) -> Bool {
        let beginning = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased()
        return beginning.contains("<!doctype html") || beginning.contains("<html")
    }

    /// Returns the name before `(`, if the body is a call: `jsonFlickrApi({...})`.
    private static func callback(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
        let name = bytes.prefix(64).prefix { $0 != UInt8(ascii: "(") }
        let end = bytes.reversed().first { $0 > 0x20 && $0 != UInt8(ascii: ";") }
        guard !name.isEmpty, name.count < 64, end == UInt8(ascii: ")"), name.allSatisfy(isNameByte) else {
            return nil
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "_$.".utf8.contains(byte)
    }
}

extension BodyKind: CustomStringConvertible {
    /// The kind in a message: `JSON`, `image/png`.
    package var description: String {
        switch self {
        case .empty: "an empty body"
        case .json: "JSON"
        case .jsonp(let callback): "JSONP (a call of '\(callback)')"
        case .html: "HTML"
        case .xml: "XML"
        case .image(let type): type
        case .text: "text"
        case .binary: "binary data"
        }
    }
}

extension BodyKind {
    /// Returns the kind in a message, of a page of HTML with its title: `HTML titled "Log in"`.
    package func description(of bytes: some Collection<UInt8>) -> String {
        let start = String(decoding: bytes.prefix(4096), as: UTF8.self)
        guard self == .html, let title = start.firstMatch(of: /(?i)<title[^>]*>([^<]*)/)?.1 else {
            return description
        }
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? description : "HTML titled \(words.quotedExcerpt())"
    }
}

/// The first bytes of an image; nil matches any byte.
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

/// The kind that a body must be of, judging by its media type object.
///
/// The media type decides where it can. `text/javascript` and `text/plain` may be any text, and servers send
/// JSON as `text/html` too, so there the schema decides: a schema that allows no string means JSON.
enum ExpectedBodyKind: Sendable, Hashable {
    case json
    /// A sequence of JSON values or events.
    case items(ItemFormat)
    case xml
    case html
    /// An image of this media type, or of any type for a range.
    case image(MediaType)
    case text
    case anything

    /// Creates the kind for a media type object, and for the media type of the response if it is declared.
    init(_ content: MediaTypeObject, _ mediaType: MediaType?, _ shapes: SchemaShapes) {
        let type = mediaType ?? content.range
        let isStructured = content.schema.map { !shapes[$0.shape].allows("string") } ?? false
        if type.isJSON {
            self = .json
        } else if let format = type.itemFormat, isStructured || content.itemSchema != nil {
            self = .items(format)
        } else if type.isHTML, !isStructured {
            self = .html
        } else if type.isXML {
            self = .xml
        } else if type.isImage {
            self = .image(type)
        } else if isStructured {
            self = .json
        } else {
            self = type.essence.hasPrefix("text/") || content.schema != nil ? .text : .anything
        }
    }

    /// Whether a body of a kind may be of the expected kind. Its content is not validated.
    func accepts(_ kind: BodyKind) -> Bool {
        switch (self, kind) {
        case (.json, .json), (.json, .text), (.json, .binary): true
        case (.items, .json), (.items, .jsonp), (.items, .text), (.items, .empty): true
        case (.xml, .xml): true
        // Any text is HTML to a browser: a fragment, a word, a value.
        case (.html, .image), (.html, .binary): false
        case (.html, _): true
        case (.image(let type), .image(let signature)):
            type.essence == "image/*" || type.canonicalEssence == signature
        case (.text, .image), (.text, .binary): false
        case (.text, _), (.anything, _): true
        default: false
        }
    }

    /// Whether a body of no bytes is one: a text of no characters, a sequence of no items.
    var mayBeEmpty: Bool {
        switch self {
        case .text, .anything, .items: true
        case .json, .xml, .html, .image: false
        }
    }

    /// Returns the severity of a body of another kind, or nil for that of the rule.
    ///
    /// Decoders recognize an image by its signature, whatever it is called
    /// (https://mimesniff.spec.whatwg.org/#sniffing-in-an-image-context). A media type without a schema
    /// promises no value that a model decodes.
    func severity(of kind: BodyKind, hasSchema: Bool) -> Severity? {
        switch (self, kind) {
        case (.image, .image): .warning
        case (.json, _), (.items, _), (.xml, _), (.html, _), (_, .empty): hasSchema ? nil : .warning
        default: nil
        }
    }
}

extension ExpectedBodyKind: CustomStringConvertible {
    /// The kind in a message: `JSON`, `image/png`.
    var description: String {
        switch self {
        case .json: "JSON"
        case .items(let format): "\(format)"
        case .xml: "XML"
        case .html: "HTML"
        case .image(let type): type.essence
        case .text: "text"
        case .anything: "any data"
        }
    }
}

extension [MediaTypeObject] {
    /// Returns the object whose range is closest to a media type: the type itself, then another name of it,
    /// then a range, then one with parameters that the media type does not contradict, as
    /// `application/json; charset=utf-8` for `application/json`.
    package func closest(to type: MediaType) -> MediaTypeObject? {
        let closest = compactMap { content in content.range.closeness(to: type).map { ($0, content) } }
            .max { $0.0 < $1.0 }
        if let closest, closest.1.range.essence == type.essence { return closest.1 }
        return first { $0.range.isSynonym(of: type) } ?? closest?.1
            ?? first { $0.range.isCompatible(with: type) }
    }

    /// Returns the object that fits the kind of a body whose media type is not declared.
    ///
    /// An undeclared media type is one finding; the values of the body are validated nevertheless.
    func substitute(for kind: BodyKind, in shapes: SchemaShapes) -> MediaTypeObject? {
        guard kind != .empty, kind != .text, kind != .binary else { return nil }
        return first { content in
            content.schema != nil && content.range.itemFormat == nil
                && ExpectedBodyKind(content, nil, shapes).accepts(kind)
        }
    }
}

extension APIOperation {
    /// Returns the schema of the JSON body of a response, or of the items of a sequence, if any.
    package func schema(ofJSONBodyOf response: HTTPResponse, in contract: Contract) -> SchemaReference? {
        guard let declared = self.response(for: response.status) else { return nil }
        let type = response.headers["Content-Type"].flatMap(MediaType.init)
        let content = type.flatMap(declared.content.closest)
        if let content, let format = type?.itemFormat {
            return content.schema(ofItemsIn: format, contract.shapes)
                ?? content.schema(ofAllItemsWith: contract.shapes)
        }
        return (content ?? declared.content.substitute(for: .json, in: contract.shapes))?.schema
    }
}

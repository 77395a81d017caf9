import VerbatimJSON

/// Parses XML 1.0 into elements with their offsets.
///
/// Foundation's parser reports the end of a tag, on some systems in characters and on others in bytes, but a
/// finding needs the location of a value. Namespaces are ignored. A document type declaration is an error, as
/// custom entities can expand without limit.
///
/// https://www.w3.org/TR/xml/
struct XMLReader {
    private let bytes: [UInt8]
    private var index = 0

    private static let depthLimit = 256

    static func read(_ bytes: [UInt8]) throws(XMLError) -> XMLElement {
        var reader = XMLReader(bytes: bytes)
        if let bad = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }) {
            throw XMLError(reason: "control character", offset: bad)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw XMLError(reason: "invalid UTF-8", offset: 0)
        }
        reader.skip("\u{feff}")
        try reader.skipMisc()
        let root = try reader.root()
        try reader.skipMisc()
        guard reader.atEnd else { throw reader.error("unexpected content after the root element") }
        return root
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Elements

    private mutating func root() throws(XMLError) -> XMLElement {
        var open: [XMLElement] = []
        while true {
            var complete = try startTag(&open)
            while let element = complete {
                guard let parent = open.indices.last else { return element }
                open[parent].children.append(element)
                complete = try readText(of: &open[parent]) ? open.removeLast() : nil
            }
        }
    }

    /// Reads a start tag; returns the element if it is empty, and otherwise adds it to the open ones.
    private mutating func startTag(_ open: inout [XMLElement]) throws(XMLError) -> XMLElement? {
        let start = index
        guard open.count < Self.depthLimit else {
            throw error("elements are nested more than \(Self.depthLimit) deep")
        }
        guard skip("<") else { throw error("expected an element") }
        var element = XMLElement(name: try name(), offset: start)
        try readAttributes(of: &element)
        if skip("/>") { return element }
        guard skip(">") else { throw error("unterminated tag '\(element.name)'") }
        if try readText(of: &element) { return element }
        open.append(element)
        return nil
    }

    private mutating func readAttributes(of element: inout XMLElement) throws(XMLError) {
        var names: Set<String> = []
        while skipSpace(), let byte = peek, byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
            let start = index
            let name = try name()
            if !names.insert(name).inserted {
                throw XMLError(reason: "duplicate attribute '\(name)'", offset: start)
            }
            skipSpace()
            guard skip("=") else { throw error("attribute '\(name)' has no value") }
            skipSpace()
            element.attributes.append(XMLAttribute(name: name, value: try quoted(), offset: start))
        }
    }

    /// Reads text up to the end of an element, or up to a start tag in it; returns whether it is the end.
    private mutating func readText(of element: inout XMLElement) throws(XMLError) -> Bool {
        while true {
            element.text += try text(until: UInt8(ascii: "<"))
            if skip("</") {
                let end = try name()
                skipSpace()
                guard end == element.name, skip(">") else {
                    throw error("expected '</\(element.name)>', found '</\(end)>'")
                }
                return true
            } else if skip("<![CDATA[") {
                element.text += String(decoding: try read(until: "]]>"), as: UTF8.self)
            } else if try !skipComment() {
                guard !atEnd else { throw error("unterminated element '\(element.name)'") }
                return false
            }
        }
    }

    // MARK: Text

    private mutating func name() throws(XMLError) -> String {
        let start = index
        while let byte = peek, Self.isNameByte(byte) { index += 1 }
        guard index > start else { throw error("expected a name") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte >= 0x80 || "_-.:".utf8.contains(byte)
    }

    private mutating func quoted() throws(XMLError) -> String {
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw error("expected a quoted value")
        }
        index += 1
        let value = try text(until: quote)
        guard peek == quote else { throw error("unterminated value") }
        index += 1
        return value
    }

    /// Reads text up to a byte or the end, and replaces its references.
    private mutating func text(until end: UInt8) throws(XMLError) -> String {
        var text: [UInt8] = []
        while let byte = peek, byte != end {
            if byte == UInt8(ascii: "&") {
                text += try reference().utf8
            } else if byte == UInt8(ascii: "<") {
                throw error("'<' must be escaped as '&lt;'")
            } else {
                text.append(byte)
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private mutating func reference() throws(XMLError) -> String {
        let start = index
        index += 1
        let name = String(decoding: try read(until: ";"), as: UTF8.self)
        if let text = Self.entities[name] { return text }
        let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
        guard name.hasPrefix("#"), let value = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { throw XMLError(reason: "'&' must be escaped as '&amp;'", offset: start) }
        return String(scalar)
    }

    // MARK: Bytes

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var atEnd: Bool { index == bytes.count }

    private func error(_ reason: String) -> XMLError { XMLError(reason: reason, offset: index) }

    @discardableResult
    private mutating func skip(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard bytes[index...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: length)) else {
            return false
        }
        index += length
        return true
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        while let byte = peek, byte <= 0x20 { index += 1 }
        return true
    }

    /// Skips the declaration, comments, processing instructions and space outside the root.
    private mutating func skipMisc() throws(XMLError) {
        repeat { skipSpace() } while try skipComment()
        if bytes[index...].starts(with: "<!DOCTYPE".utf8) {
            throw error("document type declarations are not supported")
        }
    }

    private mutating func skipComment() throws(XMLError) -> Bool {
        if skip("<!--") {
            _ = try read(until: "-->")
        } else if skip("<?") {
            _ = try read(until: "?>")
        } else {
            return false
        }
        return true
    }

    /// Reads the bytes up to an end, and skips the end.
    private mutating func read(until end: String) throws(XMLError) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count {
            if bytes[index...].starts(with: end.utf8) {
                let slice = bytes[start..<index]
                index += end.utf8.count
                return slice
            }
            index += 1
        }
        throw XMLError(reason: "missing '\(end)'", offset: start)
    }
}

struct XMLElement {
    let name: String
    var attributes: [XMLAttribute] = []
    var children: [XMLElement] = []
    /// The text directly inside the element, joined.
    var text = ""
    /// The offset of its `<` in bytes.
    let offset: Int

    /// The children, grouped by name in the order in which each name first occurs.
    var childrenByName: OrderedGroups<String, [XMLElement]> { OrderedGroups(grouping: children, by: \.name) }
}

struct XMLAttribute {
    let name: String
    let value: String
    /// The offset of its name in bytes.
    let offset: Int
}

/// The reason why a text is not well-formed XML, and the offset in bytes.
struct XMLError: Error {
    let reason: String
    let offset: Int
}

/// Reads XML 1.0 into elements that know where they stand.
///
/// Foundation's parser tells the end of a tag, on some systems in characters and on others in bytes; a finding needs
/// the location of the value. Namespaces are not looked at, and a document type declaration is refused: none of these
/// APIs sends one, and entities of one's own are how XML is abused.
///
/// https://www.w3.org/TR/xml/
struct XMLReader {
    private let bytes: [UInt8]
    private var index = 0

    /// How deep elements may lie inside one another.
    private static let depthLimit = 256

    /// Reads a whole document and gives its root.
    static func read(_ bytes: [UInt8]) throws(XMLFault) -> XMLElement {
        var reader = XMLReader(bytes: bytes)
        if let bad = bytes.firstIndex(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }) {
            throw XMLFault(reason: "there is a control character", offset: bad)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw XMLFault(reason: "it is not UTF-8", offset: 0)
        }
        reader.skip("\u{feff}")
        try reader.skipMisc()
        let root = try reader.element(depth: 1)
        try reader.skipMisc()
        guard reader.atEnd else { throw reader.fault("there is something after the root element") }
        return root
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

// MARK: - Elements

extension XMLReader {
    private mutating func element(depth: Int) throws(XMLFault) -> XMLElement {
        let start = index
        guard depth <= Self.depthLimit else { throw fault("elements lie more than \(Self.depthLimit) deep") }
        guard skip("<") else { throw fault("an element is expected") }
        var element = XMLElement(name: try name(), offset: start)
        try readAttributes(of: &element)
        if skip("/>") { return element }
        guard skip(">") else { throw fault("the tag of '\(element.name)' is not closed") }
        try readContent(of: &element, depth: depth)
        return element
    }

    private mutating func readAttributes(of element: inout XMLElement) throws(XMLFault) {
        while skipSpace(), let byte = peek, byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
            let start = index
            let name = try name()
            if element.attributes.contains(where: { $0.name == name }) {
                throw XMLFault(reason: "attribute '\(name)' occurs twice", offset: start)
            }
            skipSpace()
            guard skip("=") else { throw fault("attribute '\(name)' has no value") }
            skipSpace()
            element.attributes.append(XMLAttribute(name: name, value: try quoted(), offset: start))
        }
    }

    private mutating func readContent(of element: inout XMLElement, depth: Int) throws(XMLFault) {
        while true {
            element.text += try text(until: UInt8(ascii: "<"))
            if skip("</") {
                let end = try name()
                skipSpace()
                guard end == element.name, skip(">") else {
                    throw fault("'</\(end)' does not end '\(element.name)'")
                }
                return
            } else if skip("<![CDATA[") {
                element.text += String(decoding: try take(until: "]]>"), as: UTF8.self)
            } else if try !skipComment() {
                guard !atEnd else { throw fault("'\(element.name)' is not ended") }
                element.children.append(try self.element(depth: depth + 1))
            }
        }
    }
}

// MARK: - Text

extension XMLReader {
    private mutating func name() throws(XMLFault) -> String {
        let start = index
        while let byte = peek, Self.isNameByte(byte) { index += 1 }
        guard index > start else { throw fault("a name is expected") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private mutating func quoted() throws(XMLFault) -> String {
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw fault("a value in quotes is expected")
        }
        index += 1
        let value = try text(until: quote)
        guard peek == quote else { throw fault("a value in quotes is not ended") }
        index += 1
        return value
    }

    /// Text up to a byte or the end, with its references replaced.
    private mutating func text(until end: UInt8) throws(XMLFault) -> String {
        var text: [UInt8] = []
        while let byte = peek, byte != end {
            if byte == UInt8(ascii: "&") {
                text += try reference().utf8
            } else if byte == UInt8(ascii: "<") {
                throw fault("'<' must be written '&lt;' here")
            } else {
                text.append(byte)
                index += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private mutating func reference() throws(XMLFault) -> String {
        let start = index
        index += 1
        let name = String(decoding: try take(until: ";"), as: UTF8.self)
        if let text = Self.entities[name] { return text }
        let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
        guard name.hasPrefix("#"), let value = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { throw XMLFault(reason: "'&' must be written '&amp;' here", offset: start) }
        return String(scalar)
    }
}

// MARK: - Bytes

extension XMLReader {
    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
    private var atEnd: Bool { index == bytes.count }

    private func fault(_ reason: String) -> XMLFault { XMLFault(reason: reason, offset: index) }

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

    /// Skips what may stand around the root: the declaration, comments, instructions and space.
    private mutating func skipMisc() throws(XMLFault) {
        repeat { skipSpace() } while try skipComment()
        if bytes[index...].starts(with: "<!DOCTYPE".utf8) {
            throw fault("a document type declaration is refused")
        }
    }

    private mutating func skipComment() throws(XMLFault) -> Bool {
        if skip("<!--") {
            _ = try take(until: "-->")
        } else if skip("<?") {
            _ = try take(until: "?>")
        } else {
            return false
        }
        return true
    }

    /// The bytes up to an end, which is skipped.
    private mutating func take(until end: String) throws(XMLFault) -> ArraySlice<UInt8> {
        let start = index
        while index < bytes.count {
            if bytes[index...].starts(with: end.utf8) {
                let taken = bytes[start..<index]
                index += end.utf8.count
                return taken
            }
            index += 1
        }
        throw XMLFault(reason: "'\(end)' is missing", offset: start)
    }
}

/// The layout of written JSON.
public enum JSONStyle: Sendable, Hashable {
    /// One line without white space.
    case compact
    /// One element or member per line, indented by two spaces per level up to the 64th, with `": "` after
    /// names.
    case pretty
    /// Like `pretty`, with the members of each object sorted by the UTF-8 bytes of their names; equal trees
    /// have equal texts.
    case stable
}

extension JSONValue {
    /// Returns the value as JSON text, without a line feed at its end.
    public func text(_ style: JSONStyle = .compact) -> String {
        String(decoding: bytes(style), as: UTF8.self)
    }

    /// Returns the value as JSON in UTF-8, without a line feed at its end.
    public func bytes(_ style: JSONStyle = .compact) -> [UInt8] {
        var writer = JSONWriter(style)
        writer.write(self)
        return writer.bytes
    }
}

/// Writes a tree as UTF-8. It recurses to the depth of the tree.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let style: JSONStyle
    private var depth = 0

    init(_ style: JSONStyle) { self.style = style }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let bool): bytes += (bool ? "true" : "false").utf8
        case .number(let number): bytes += number.text.utf8
        case .string(let string): write(string)
        case .array(let array): writeList(array, "[", "]") { writer, element in writer.write(element) }
        case .object(let object):
            writeList(ordered(object), "{", "}") { writer, member in
                writer.write(member.name)
                writer.bytes += (writer.style == .compact ? ":" : ": ").utf8
                writer.write(member.value)
            }
        }
    }

    private func ordered(_ object: JSONObject) -> [(name: String, value: JSONValue)] {
        guard style == .stable else { return object.members }
        return object.members.enumerated().sorted { a, b in
            let (left, right) = (a.element.name.utf8, b.element.name.utf8)
            if left.lexicographicallyPrecedes(right) { return true }
            return left.elementsEqual(right) && a.offset < b.offset
        }.map(\.element)
    }

    private mutating func writeList<Element>(
        _ elements: [Element], _ opening: String, _ closing: String,
        _ writeElement: (inout JSONWriter, Element) -> Void
    ) {
        if LargeStackThread.isNeeded {
            return LargeStackThread.run { writeList(elements, opening, closing, writeElement) }
        }
        bytes += opening.utf8
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            writeElement(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes += closing.utf8
    }

    private mutating func breakLine() {
        guard style != .compact else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += JSONLayout.indentation(depth)
    }

    /// Writes a string with the escapes that RFC 8259 section 7 requires, in their short form, and no others.
    private mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { JSONWriter.append($0, to: &bytes) }
    }

    /// Appends a string in UTF-8 to JSON, between quotation marks and with escapes.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var plain = 0
        for index in 0..<text.count where needsEscape(text[index]) {
            bytes += text[plain..<index]
            bytes += escape(text[index]).utf8
            plain = index + 1
        }
        bytes += text[plain..<text.count]
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): #"\""#
        case UInt8(ascii: "\\"): #"\\"#
        case 0x08: #"\b"#
        case 0x09: #"\t"#
        case 0x0a: #"\n"#
        case 0x0c: #"\f"#
        case 0x0d: #"\r"#
        default: (byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)
        }
    }
}

import VerbatimJSON

/// The values of scalars (10.3).
extension YAMLReader {
    /// A scalar, whose content is the text of the reader.
    struct Scalar {
        let isPlain: Bool
        var properties: Properties
        var offset: Int
    }

    /// Writes a scalar, as a value or as a name.
    mutating func write(_ scalar: Scalar, asKey: Bool) throws(Failure) {
        if let anchor = scalar.properties.anchor { anchors[anchor] = .scalar(scalar, text: text) }
        try asKey ? writeKey(scalar) : writeValue(scalar)
    }

    /// Writes a key as it is written: JSON has no other names than strings.
    private mutating func writeKey(_ scalar: Scalar) throws(Failure) {
        let tag = scalar.properties.tag?.tag
        if scalar.isPlain, text.isEmpty, tag != .str, tag != .nonSpecific {
            throw failure(.unsupportedKey("nothing"), at: scalar.offset)
        }
        _ = try value(of: scalar, allowing: [.special, .largeInteger])
        if scalar.isPlain, text == Array("<<".utf8) {
            note("'<<' is a key like any other in YAML 1.2; it merges nothing", at: scalar.offset)
        }
        output.appendName(text, at: scalar.offset)
    }

    private mutating func writeValue(_ scalar: Scalar) throws(Failure) {
        let offset = scalar.offset
        if scalar.properties.tag?.tag == .binary { binaries.append(offset) }
        switch try value(of: scalar, allowing: []) {
        case .null: output.appendLiteral(Array("null".utf8), at: offset)
        case .bool(let bool): output.appendLiteral(Array((bool ? "true" : "false").utf8), at: offset)
        case .number(let number, _): output.appendLiteral(number, at: offset)
        case .string, .special, .largeInteger: output.appendString(text, at: offset)
        }
    }

    /// Returns the value of a scalar as its tag or its text define it.
    private func value(of scalar: Scalar, allowing allowed: [CoreValue]) throws(Failure) -> CoreValue {
        let tag = scalar.properties.tag
        let value: CoreValue
        switch tag?.tag {
        case .str?, .binary?, .nonSpecific?: return .string
        case nil, .unknown?: value = scalar.isPlain ? CoreValue(text) : .string
        default: value = CoreValue(text)
        }
        if let tag, !tag.tag.isGeneral, !tag.tag.allows(value) {
            let found = "'\(String(decoding: text, as: UTF8.self).excerpt(40))'"
            throw failure(.tagMismatch(tag: tag.name, found: found), at: scalar.offset)
        }
        guard !allowed.contains(value) else { return value }
        switch value {
        case .special:
            throw failure(.unsupportedNumber(String(decoding: text, as: UTF8.self)), at: scalar.offset)
        case .largeInteger: throw failure(.numberTooLarge, at: scalar.offset)
        default: return value
        }
    }

    // MARK: Plain scalars (7.3.3), and the line breaks in them and in quoted ones (6.5)

    /// Whether a plain scalar may begin at the cursor.
    func isPlainStart(inFlow: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            let next = bytes[cursor + 1]
            return !Self.isSpace(next) && !(inFlow && Self.isFlowIndicator(next))
        default: return !Self.isSpace(byte) && !",[]{}#&*!|>'\"%@`".utf8.contains(byte)
        }
    }

    /// Appends the rest of a plain scalar on this line to the text, without white space at its end.
    mutating func readPlainLine(inFlow: Bool) {
        let start = cursor
        var index = cursor
        scan: while true {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                index += 1
                continue
            case 0, UInt8(ascii: "\n"), UInt8(ascii: "\r"): break scan
            case UInt8(ascii: ":"):
                let next = bytes[index + 1]
                if Self.isSpace(next) || inFlow && Self.isFlowIndicator(next) { break scan }
            case UInt8(ascii: "#"): if index > start, Self.isWhite(bytes[index - 1]) { break scan }
            default: if inFlow, Self.isFlowIndicator(byte) { break scan }
            }
            index += 1
            cursor = index
        }
        text += bytes[start..<cursor]
    }

    /// Appends the further lines of a plain scalar to the text.
    ///
    /// - Parameter parent: The column of the collection around it. Its lines are indented more.
    mutating func continuePlain(in parent: Int, inFlow: Bool) throws(Failure) {
        while true {
            let (end, line) = (cursor, lineStart)
            let breaks = skipBreaks()
            guard breaks > 0, !isAtEnd, indentation > parent, continuesPlain(inFlow: inFlow) else {
                (cursor, lineStart) = (end, line)
                return
            }
            appendFold(breaks)
            readPlainLine(inFlow: inFlow)
        }
    }

    private func continuesPlain(inFlow: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "#"): false
        case UInt8(ascii: ":"): isPlainStart(inFlow: inFlow)
        default: !(inFlow && Self.isFlowIndicator(byte))
        }
    }

    /// Skips white space with line breaks, and returns the number of these.
    mutating func skipBreaks() -> Int {
        var breaks = 0
        skipWhite()
        while Self.isBreak(byte) {
            skipBreak()
            breaks += 1
            skipWhite()
        }
        return breaks
    }

    /// Appends folded line breaks: a single one is a space, of several the first is nothing.
    mutating func appendFold(_ breaks: Int) {
        guard breaks > 1 else { return text.append(UInt8(ascii: " ")) }
        text.append(contentsOf: repeatElement(UInt8(ascii: "\n"), count: breaks - 1))
    }
}

extension CoreTag {
    /// Whether a scalar of this value may have the tag.
    fileprivate func allows(_ value: CoreValue) -> Bool {
        switch (self, value) {
        case (.null, .null), (.bool, .bool), (.float, .number), (.float, .special),
            (.int, .number(_, isInteger: true)), (.int, .largeInteger):
            true
        default: false
        }
    }
}

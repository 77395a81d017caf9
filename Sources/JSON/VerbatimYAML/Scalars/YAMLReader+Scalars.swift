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
        case .str?, .nonSpecific?: return .string
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

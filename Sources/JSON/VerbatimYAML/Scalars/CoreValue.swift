import VerbatimJSON

/// The value that the core schema gives to the text of a plain scalar
/// (https://yaml.org/spec/1.2.2/#1032-tag-resolution).
enum CoreValue: Equatable {
    case null
    case bool(Bool)
    /// A number in the grammar of JSON.
    case number([UInt8], isInteger: Bool)
    /// A hexadecimal or octal integer of more than 64 bits.
    case largeInteger
    /// An infinity, or `.nan`.
    case special
    case string

    init(_ text: [UInt8]) {
        guard let first = text.first else {
            self = .null
            return
        }
        let isNumber = first.isDigit || "+-.".utf8.contains(first)
        self = isNumber ? Self.number(text) : text.count <= 5 ? Self.literal(text) : .string
    }

    private static func literal(_ text: [UInt8]) -> CoreValue {
        switch String(decoding: text, as: UTF8.self) {
        case "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: .string
        }
    }

    private static func number(_ text: [UInt8]) -> CoreValue {
        if text.count > 2, text[0] == UInt8(ascii: "0"), text[1] == UInt8(ascii: "x") {
            return integer(text[2...], 16)
        }
        if text.count > 2, text[0] == UInt8(ascii: "0"), text[1] == UInt8(ascii: "o") {
            return integer(text[2...], 8)
        }
        if text.count <= 5, isSpecial(String(decoding: text, as: UTF8.self)) { return .special }
        return decimal(text)
    }

    private static func isSpecial(_ text: String) -> Bool {
        if [".nan", ".NaN", ".NAN"].contains(text) { return true }
        let unsigned = text.hasPrefix("+") || text.hasPrefix("-") ? text.dropFirst() : text[...]
        return [".inf", ".Inf", ".INF"].contains(unsigned)
    }

    private static func integer(_ digits: ArraySlice<UInt8>, _ radix: Int) -> CoreValue {
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false })
        else { return .string }
        guard let value = UInt64(String(decoding: digits, as: UTF8.self), radix: radix) else {
            return .largeInteger
        }
        return .number(Array(String(value).utf8), isInteger: true)
    }

    /// Reads a decimal, and writes it without a plus sign, zeros that JSON forbids, and a point without
    /// digits on both sides.
    private static func decimal(_ text: [UInt8]) -> CoreValue {
        var rest = text[...]
        let sign = rest.popFirst(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") })
        let whole = rest.popDigits()
        let point = rest.popFirst { $0 == UInt8(ascii: ".") }
        let fraction = point == nil ? [] : rest.popDigits()
        guard !whole.isEmpty || !fraction.isEmpty else { return .string }
        var number = sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        number += significant.isEmpty ? [UInt8(ascii: "0")] : significant
        if !fraction.isEmpty { number += [UInt8(ascii: ".")] + fraction }
        guard let exponent = exponent(of: &rest), rest.isEmpty else { return .string }
        return .number(number + exponent, isInteger: point == nil && exponent.isEmpty)
    }

    /// Reads an exponent, which may be missing; returns nil if it has no digits.
    private static func exponent(of rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard rest.popFirst(where: { $0 | 0x20 == UInt8(ascii: "e") }) != nil else { return [] }
        let sign = rest.popFirst { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        let digits = rest.popDigits()
        return digits.isEmpty ? nil : [UInt8(ascii: "e")] + (sign.map { [$0] } ?? []) + digits
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first byte if it satisfies a condition.
    fileprivate mutating func popFirst(where condition: (UInt8) -> Bool) -> UInt8? {
        first.map(condition) == true ? removeFirst() : nil
    }

    fileprivate mutating func popDigits() -> ArraySlice<UInt8> {
        let digits = prefix(while: \.isDigit)
        self = self[digits.endIndex...]
        return digits
    }
}

/// A tag of the core schema (https://yaml.org/spec/1.2.2/#103-core-schema).
enum CoreTag: String {
    case str, int, float, bool, null, map, seq
    /// A text in Base64 (https://yaml.org/type/binary.html), also with the tag `!binary` of Ruby.
    case binary
    /// The tag `!`, which makes a plain scalar a string.
    case nonSpecific
    /// Any other tag. It says nothing about the value in JSON.
    case unknown

    static let prefix = "tag:yaml.org,2002:"

    /// Creates a tag from its name without a handle.
    init(_ name: String) {
        if name == "!" {
            self = .nonSpecific
        } else if name == "!binary" {
            self = .binary
        } else if name.hasPrefix(Self.prefix) {
            self = CoreTag(rawValue: String(name.dropFirst(Self.prefix.count))) ?? .unknown
        } else {
            self = .unknown
        }
    }

    /// Whether a value of any kind may have the tag.
    var isGeneral: Bool { self == .nonSpecific || self == .binary || self == .unknown }

    var noun: String {
        switch self {
        case .seq: "a sequence"
        case .map: "a mapping"
        default: "a scalar"
        }
    }
}

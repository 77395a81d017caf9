import VerbatimJSON

/// A document of GraphQL that can be executed, as far as it names its operations.
///
/// Query languages that use braces are many, so the text is read as strictly as its names need: a definition
/// begins as one of GraphQL does, and a selection has no values outside of arguments.
///
/// https://spec.graphql.org/October2021/#sec-Language
struct GraphQLDocument {
    /// The names of the operations in order, nil for one without.
    private(set) var names: [String?] = []
    /// The words of the current definition up to its variables, directives or selection.
    private var head: [String] = []
    private var isHead = true
    /// The number of selections around the current place, and that of the brackets of arguments.
    private var (depth, arguments) = (0, 0)
    /// Whether a selection may begin: after a name, `...`, or arguments.
    private var mayBegin = true
    /// Whether a selection began, and nothing is in it yet.
    private var isEmpty = false

    /// The name of the only operation; nil if it has none, or if there are several operations.
    var onlyName: String? { names.count == 1 ? names[0] : nil }

    /// Reads a document; nil if the text is not one.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            guard let next = read(bytes, at: index) else { return nil }
            index = next
        }
        guard depth == 0, arguments == 0, head.isEmpty, isHead, !names.isEmpty else { return nil }
    }

    /// Reads a token; nil if it is out of place. Returns the index after it.
    private mutating func read(_ bytes: [UInt8], at index: Int) -> Int? {
        switch bytes[index] {
        case 0x09, 0x0a, 0x0d, 0x20, UInt8(ascii: ","), 0xef, 0xbb, 0xbf: return index + 1
        case UInt8(ascii: "#"): return bytes[index...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? bytes.count
        case UInt8(ascii: "\""): return arguments > 0 ? Self.endOfString(in: bytes, at: index) : nil
        case UInt8(ascii: "("), UInt8(ascii: "["): (arguments, isHead) = (arguments + 1, false)
        case UInt8(ascii: ")"), UInt8(ascii: "]"):
            guard arguments > 0 else { return nil }
            (arguments, mayBegin) = (arguments - 1, true)
        case UInt8(ascii: "{"), UInt8(ascii: "}"):
            guard bytes[index] == UInt8(ascii: "{") ? open() : close() else { return nil }
        case let byte where byte.isLetterOrDigit || byte == UInt8(ascii: "_"):
            let word = bytes[index...].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
            guard arguments > 0 || read(word) else { return nil }
            return word.endIndex
        case UInt8(ascii: "@"): isHead = false
        case UInt8(ascii: "."), UInt8(ascii: ":"): mayBegin = bytes[index] == UInt8(ascii: ".")
        default: if arguments == 0 { return nil }
        }
        return index + 1
    }

    private mutating func read(_ word: ArraySlice<UInt8>) -> Bool {
        guard word.first?.isDigit == false else { return false }
        if depth == 0, isHead { head.append(String(decoding: word, as: UTF8.self)) }
        (mayBegin, isEmpty) = (true, false)
        return depth > 0 || head.first.map(Self.keywords.contains) ?? false
    }

    private static let keywords: Set = ["query", "mutation", "subscription", "fragment"]

    private mutating func open() -> Bool {
        if arguments > 0 {
            arguments += 1
            return true
        }
        guard mayBegin else { return false }
        if depth == 0, head.first != "fragment" { names.append(head.count > 1 ? head[1] : nil) }
        (depth, mayBegin, isHead, isEmpty) = (depth + 1, false, false, true)
        return true
    }

    private mutating func close() -> Bool {
        if arguments > 0 {
            arguments -= 1
            return true
        }
        guard depth > 0, !isEmpty else { return false }
        (depth, mayBegin) = (depth - 1, true)
        if depth == 0 { (head, isHead) = ([], true) }
        return true
    }

    /// Returns the index after a string or a block string.
    private static func endOfString(in bytes: [UInt8], at start: Int) -> Int {
        let quote = UInt8(ascii: "\"")
        let isBlock = bytes[start...].starts(with: [quote, quote, quote])
        var index = start + (isBlock ? 3 : 1)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 2
            } else if bytes[index] == quote, !isBlock || bytes[index...].starts(with: [quote, quote, quote]) {
                return index + (isBlock ? 3 : 1)
            } else {
                index += 1
            }
        }
        return bytes.count
    }
}

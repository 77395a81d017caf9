/// Splits a Swift source into tokens, without comments.
///
/// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure
struct SwiftLexer {
    let text: [UInt8]
    var offset = 0
    var line = 1
    var lineStart = 0
    var tokens: [SwiftToken] = []

    /// Returns the tokens of a source, or nil if a string or a comment is not terminated.
    static func tokens(of text: [UInt8]) -> [SwiftToken]? {
        var lexer = SwiftLexer(text: text)
        while lexer.offset < text.count {
            guard lexer.lexNext() else { return nil }
        }
        return lexer.tokens
    }

    private init(text: [UInt8]) { self.text = text }

    /// Consumes one token, comment or space; returns false if it is not terminated.
    mutating func lexNext() -> Bool {
        let byte = text[offset]
        switch byte {
        case UInt8(ascii: "\n"): startNextLine()
        case _ where byte <= 0x20: offset += 1
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            offset = text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): return skipComment()
        case UInt8(ascii: "\""): return lexString(hashes: 0)
        case UInt8(ascii: "#"): return lexHashes()
        case UInt8(ascii: "/") where startsRegex: lexRegex()
        case UInt8(ascii: "`"): return lexQuotedName()
        case _ where isWordByte(byte):
            let end = text[offset...].firstIndex { !isWordByte($0) } ?? text.count
            add(.word, offset..<end)
        default: add(.mark, offset..<offset + 1)
        }
        return true
    }

    func peek(_ distance: Int) -> UInt8? { offset + distance < text.count ? text[offset + distance] : nil }

    mutating func startNextLine() {
        offset += 1
        line += 1
        lineStart = offset
    }

    /// Adds a token with the text in a range, and continues after it or after its closing quote.
    mutating func add(
        _ kind: SwiftToken.Kind, _ range: Range<Int>, from start: Int? = nil, to end: Int? = nil
    ) {
        tokens.append(
            SwiftToken(
                kind: kind, text: String(decoding: text[range], as: UTF8.self), line: line,
                column: (start ?? range.lowerBound) - lineStart + 1, startsLine: tokens.last?.line != line))
        offset = end ?? range.upperBound
    }
}

private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
    default: false
    }
}

// MARK: - Comments and names

extension SwiftLexer {
    /// Skips a comment, which may contain comments.
    private mutating func skipComment() -> Bool {
        var depth = 0
        while offset < text.count {
            switch (text[offset], peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                offset += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                offset += 2
                if depth == 0 { return true }
            case (UInt8(ascii: "\n"), _): startNextLine()
            default: offset += 1
            }
        }
        return false
    }

    private mutating func lexQuotedName() -> Bool {
        guard let end = text[(offset + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return false }
        add(.quotedName, offset + 1..<end, from: offset, to: end + 1)
        return true
    }
}

/// A token of a Swift source, as far as declarations require.
struct SwiftToken {
    enum Kind {
        /// A keyword, a name or a number.
        case word
        /// A name in backticks, which is not a keyword.
        case quotedName
        /// A string or a regular expression; the text is the source between the delimiters.
        case literal
        /// Any other character.
        case mark
    }

    let kind: Kind
    let text: String
    /// The line, from 1.
    let line: Int
    /// The column in UTF-8 bytes, from 1.
    let column: Int
    let startsLine: Bool

    func isMark(_ text: String) -> Bool { kind == .mark && self.text == text }

    /// Whether the token can be the name of a declaration.
    var isName: Bool { kind == .word || kind == .quotedName }
}

extension SwiftLexer {
    /// Lexes a raw string or a regular expression, or a hash of a macro or a directive.
    mutating func lexHashes() -> Bool {
        let hashes = text[offset...].prefix { $0 == UInt8(ascii: "#") }.count
        switch peek(hashes) {
        case UInt8(ascii: "\""): return lexString(hashes: hashes)
        case UInt8(ascii: "/"):
            return lexLiteral(opening: hashes + 1, closing: [UInt8(ascii: "/")], hashes: hashes)
        default:
            add(.mark, offset..<offset + 1)
            return true
        }
    }

    mutating func lexString(hashes: Int) -> Bool {
        let quotes = Array(repeating: UInt8(ascii: "\""), count: opensMultilineString(hashes: hashes) ? 3 : 1)
        return lexLiteral(opening: hashes + quotes.count, closing: quotes, hashes: hashes)
    }

    /// Returns whether a multiline string begins: three quotes at the end of a line. `#"""#` is one quote.
    private func opensMultilineString(hashes: Int) -> Bool {
        let rest = text[(offset + hashes)...].prefix { $0 != UInt8(ascii: "\n") }
        return rest.prefix(3).count { $0 == UInt8(ascii: "\"") } == 3
            && rest.dropFirst(3).allSatisfy { $0 <= 0x20 }
    }

    /// Lexes a literal up to its closing delimiter and as many hashes as it began with.
    private mutating func lexLiteral(opening: Int, closing: [UInt8], hashes: Int) -> Bool {
        let (start, startLine, startOfLine) = (offset, line, lineStart)
        let end = closing + Array(repeating: UInt8(ascii: "#"), count: hashes)
        offset += opening
        while offset < text.count {
            if text[offset...].starts(with: end) {
                let content = start + opening..<offset
                tokens.append(
                    SwiftToken(
                        kind: .literal, text: String(decoding: text[content], as: UTF8.self), line: startLine,
                        column: start - startOfLine + 1, startsLine: tokens.last?.line != startLine))
                offset += end.count
                return true
            }
            guard skipInLiteral(hashes: hashes) else { return false }
        }
        return false
    }

    /// Skips a character, an escaped character or an interpolation in a literal.
    private mutating func skipInLiteral(hashes: Int) -> Bool {
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
        if text[offset] == UInt8(ascii: "\n") {
            startNextLine()
        } else if text[offset...].starts(with: escape) {
            offset += escape.count
            guard peek(0) == UInt8(ascii: "(") else {
                if peek(0) != UInt8(ascii: "\n") { offset += 1 }
                return offset <= text.count
            }
            return skipInterpolation()
        } else {
            offset += 1
        }
        return true
    }

    /// Skips an interpolation with the strings in it, without adding tokens.
    private mutating func skipInterpolation() -> Bool {
        let count = tokens.count
        var depth = 0
        repeat {
            guard offset < text.count, lexNext() else { return false }
            guard tokens.count > count, let token = tokens.popLast() else { continue }
            if token.isMark("(") { depth += 1 }
            if token.isMark(")") { depth -= 1 }
        } while depth > 0
        return true
    }

    /// Whether a slash begins a regular expression: it follows no operand, and the line has another slash.
    var startsRegex: Bool {
        guard let next = peek(1), next > 0x20, regexEnd != nil else { return false }
        guard let last = tokens.last else { return true }
        return switch last.kind {
        case .mark: "=(,:[{!&|?;".contains(last.text)
        case .word: ["return", "in", "case", "try", "await"].contains(last.text)
        case .literal, .quotedName: false
        }
    }

    private var regexEnd: Int? {
        var end = offset + 1
        while end < text.count, text[end] != UInt8(ascii: "\n") {
            if text[end] == UInt8(ascii: "/") { return end }
            end += text[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    mutating func lexRegex() {
        let end = regexEnd ?? offset
        add(.literal, offset + 1..<end, from: offset, to: end + 1)
    }
}

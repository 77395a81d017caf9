/// Cuts a Swift source into tokens, without its comments.
///
/// https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure
struct SwiftLexer {
    private let text: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var tokens: [SwiftToken] = []

    /// The tokens of a source; nil when a string or a comment does not end.
    static func tokens(of text: [UInt8]) -> [SwiftToken]? {
        var lexer = SwiftLexer(text: text)
        while lexer.offset < text.count {
            guard lexer.step() else { return nil }
        }
        return lexer.tokens
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    /// Takes one token, comment or blank; false when it does not end.
    private mutating func step() -> Bool {
        let byte = text[offset]
        switch byte {
        case UInt8(ascii: "\n"):
            newLine()
        case _ where byte <= 0x20:
            offset += 1
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            offset = text[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            return skipComment()
        case UInt8(ascii: "\""):
            return takeString(hashes: 0)
        case UInt8(ascii: "#"):
            return takeHashes()
        case UInt8(ascii: "/") where startsRegex:
            takeRegex()
        case UInt8(ascii: "`"):
            return takeQuotedName()
        case _ where isWordByte(byte):
            let end = text[offset...].firstIndex { !isWordByte($0) } ?? text.count
            add(.word, offset..<end)
        default:
            add(.mark, offset..<offset + 1)
        }
        return true
    }

    private func peek(_ distance: Int) -> UInt8? {
        offset + distance < text.count ? text[offset + distance] : nil
    }

    private mutating func newLine() {
        offset += 1
        line += 1
        lineStart = offset
    }

    /// Adds a token whose text is a range, and goes on behind it or behind its closing quote.
    private mutating func add(
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
    /// Comments of several lines stand in each other.
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
            case (UInt8(ascii: "\n"), _): newLine()
            default: offset += 1
            }
        }
        return false
    }

    private mutating func takeQuotedName() -> Bool {
        guard let end = text[(offset + 1)...].firstIndex(of: UInt8(ascii: "`")) else { return false }
        add(.quotedName, offset + 1..<end, from: offset, to: end + 1)
        return true
    }
}

// MARK: - Literals

extension SwiftLexer {
    /// Hashes begin a raw string, a regular expression, a macro or a directive.
    private mutating func takeHashes() -> Bool {
        let hashes = text[offset...].prefix { $0 == UInt8(ascii: "#") }.count
        switch peek(hashes) {
        case UInt8(ascii: "\""): return takeString(hashes: hashes)
        case UInt8(ascii: "/"):
            return takeLiteral(opening: hashes + 1, closing: [UInt8(ascii: "/")], hashes: hashes)
        default:
            add(.mark, offset..<offset + 1)
            return true
        }
    }

    private mutating func takeString(hashes: Int) -> Bool {
        let quotes = Array(repeating: UInt8(ascii: "\""), count: opensLines(hashes: hashes) ? 3 : 1)
        return takeLiteral(opening: hashes + quotes.count, closing: quotes, hashes: hashes)
    }

    /// Whether a string of several lines begins: three quotes, and nothing more in the line. `#"""#` is one quote.
    private func opensLines(hashes: Int) -> Bool {
        let rest = text[(offset + hashes)...].prefix { $0 != UInt8(ascii: "\n") }
        return rest.prefix(3).count { $0 == UInt8(ascii: "\"") } == 3
            && rest.dropFirst(3).allSatisfy { $0 <= 0x20 }
    }

    /// Takes a literal up to its closing mark and as many hashes as it began with.
    private mutating func takeLiteral(opening: Int, closing: [UInt8], hashes: Int) -> Bool {
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

    /// Skips a character of a literal, an escaped one, or an interpolation with what stands in it.
    private mutating func skipInLiteral(hashes: Int) -> Bool {
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
        if text[offset] == UInt8(ascii: "\n") {
            newLine()
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

    /// Skips a parenthesis with everything in it, other strings included; its tokens do not count.
    private mutating func skipInterpolation() -> Bool {
        let before = tokens.count
        var depth = 0
        repeat {
            guard offset < text.count, step() else { return false }
            guard tokens.count > before, let token = tokens.popLast() else { continue }
            if token.isMark("(") { depth += 1 }
            if token.isMark(")") { depth -= 1 }
        } while depth > 0
        return true
    }

    /// Whether a slash begins a regular expression: where no operand stands before it, and another follows in the line.
    private var startsRegex: Bool {
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

    private mutating func takeRegex() {
        let end = regexEnd ?? offset
        add(.literal, offset + 1..<end, from: offset, to: end + 1)
    }
}

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

    /// Whether a slash begins a regular expression: it follows no operand, and another slash follows in the
    /// line.
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

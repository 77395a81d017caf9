/// The documents of a stream, and their directives (6.8, 9).
extension YAMLReader {
    /// Reads the next document; returns false if there is none.
    mutating func readDocument() throws(Failure) -> Bool {
        beginDocument()
        guard try skipToDocument() else { return false }
        let hasDirectives = try readDirectives()
        if isAtMarker, byte == UInt8(ascii: "-") {
            cursor += 3
            try readNode(in: -1, .afterMarker)
        } else if hasDirectives {
            throw unexpected("'---' after the directives")
        } else {
            try readNode(in: -1, .line)
        }
        skipGap()
        guard isAtEnd else { throw unexpected("the end of the document") }
        return true
    }

    /// Skips comments and ends of documents; returns whether a document follows.
    mutating func skipToDocument() throws(Failure) -> Bool {
        while true {
            if bytes[cursor...].starts(with: [0xef, 0xbb, 0xbf]), cursor == lineStart {
                cursor += 3
                lineStart = cursor
            }
            skipGap()
            guard isAtMarker, byte == UInt8(ascii: ".") else { return byte != 0 }
            cursor += 3
            skipWhite()
            skipGap()
            guard byte == 0 || isFirstOnLine else { throw unexpected("a line break after '...'") }
        }
    }

    /// Reads the directives before a document, and returns whether there are any.
    private mutating func readDirectives() throws(Failure) -> Bool {
        var names: Set<String> = []
        while byte == UInt8(ascii: "%"), cursor == lineStart {
            let start = cursor
            let words = readDirectiveWords()
            // A handle may be declared once, as may the version.
            let name = words[0] == "TAG" ? words.prefix(2).joined(separator: " ") : words[0]
            if words[0] == "TAG" || words[0] == "YAML", !names.insert(name).inserted {
                throw failure(.invalidDirective("a second directive '%\(name)'"), at: start)
            }
            names.insert(name)
            switch words[0] {
            case "YAML": try setVersion(words, at: start)
            case "TAG": try declareHandle(words, at: start)
            default: note("directive '%\(words[0])' is ignored", at: start)
            }
            skipGap()
        }
        return !names.isEmpty
    }

    /// Reads the words of a directive; the first is its name.
    private mutating func readDirectiveWords() -> [String] {
        var words: [String] = []
        cursor += 1
        while byte != 0, !Self.isBreak(byte) {
            let start = cursor
            while !Self.isSpace(byte) { cursor += 1 }
            words.append(String(decoding: bytes[start..<cursor], as: UTF8.self))
            skipWhite()
            if byte == UInt8(ascii: "#") { skipGap(); break }
        }
        return words.isEmpty ? [""] : words
    }

    private mutating func setVersion(_ words: [String], at start: Int) throws(Failure) {
        let numbers = words.dropFirst().first?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        guard words.count == 2, numbers.count == 2,
            numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } })
        else { throw failure(.invalidDirective("invalid directive; expected '%YAML 1.2'"), at: start) }
        guard numbers[0] == "1" else {
            throw failure(.invalidDirective("YAML \(words[1]) is not supported; expected 1.2"), at: start)
        }
        if numbers[1] != "2" { note("YAML \(words[1]) is read as YAML 1.2", at: start) }
    }

    private mutating func declareHandle(_ words: [String], at start: Int) throws(Failure) {
        guard words.count == 3, words[1].hasPrefix("!"), words[1].hasSuffix("!") else {
            throw failure(.invalidDirective("invalid directive; expected '%TAG !handle! prefix'"), at: start)
        }
        tagPrefixes[words[1]] = words[2]
    }
}

/// The URL of a server with a path: a pattern for `https://host/path`.
///
/// A server variable with an `enum` matches its values; another one matches any text, which may span segments
/// in the path of a server. A path parameter matches one segment.
///
/// https://spec.openapis.org/oas/v3.1.1.html#server-object
package struct URLTemplate: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        /// Any scheme with any host, for a server whose URL is relative.
        case origin
        case literal(String)
        case choice([String])
        case variable(spansSegments: Bool)
        case parameter(String)
    }

    let pieces: [Piece]

    /// The number of fixed characters. Of two templates that match a URL, the one with more takes precedence.
    var fixedLength: Int {
        pieces.reduce(0) { length, piece in
            switch piece {
            case .literal(let text): length + text.utf8.count
            case .choice(let texts): length + (texts.map(\.utf8.count).min() ?? 0)
            case .origin, .variable, .parameter: length
            }
        }
    }

    /// Matches an origin and a path, and returns the path parameters, still percent-encoded.
    ///
    /// - Parameter isWhole: Whether the template must match the whole text rather than a prefix, which ends
    ///   where a path, a query or a fragment begins.
    package func match(_ text: String, isWhole: Bool = true) -> [String: Substring]? {
        TemplateMatcher(pieces: pieces, isWhole: isWhole).match(text[...])
    }

    /// The template without names of parameters. Templates with the same skeleton match the same URLs.
    var skeleton: String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .choice(let texts): "{" + texts.joined(separator: "|") + "}"
            case .origin: "{origin}"
            case .variable: "{*}"
            case .parameter: "{}"
            }
        }.joined()
    }

    /// Whether the template matches any host, and nothing of the path.
    var isAnyHost: Bool { pieces == [.origin] }

    /// Returns whether the template matches the path of another one, whatever their hosts.
    package func matchesPath(of other: URLTemplate) -> Bool {
        let path = other.sample.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).last
        let origin = sample.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
        return match((origin + [path ?? ""]).joined(separator: "/")) != nil
    }

    /// A URL of the template, with braces for each part that may be any text.
    private var sample: String {
        pieces.map { piece in
            switch piece {
            case .origin: "https://host"
            case .literal(let text): text
            case .choice(let texts): texts.first ?? ""
            case .variable, .parameter: "{}"
            }
        }.joined()
    }

    /// Returns the template followed by a path such as `/volumes/{id}`.
    func appending(path: String) -> URLTemplate {
        URLTemplate(pieces: pieces + Self.pieces(of: path) { .parameter($0) })
    }

    /// Returns the names in braces in a text, in order.
    static func names(in text: String) -> [String] {
        pieces(of: text) { .parameter($0) }.compactMap { piece in
            if case .parameter(let name) = piece { name } else { nil }
        }
    }

    /// Splits a text at its `{names}`.
    static func pieces(of text: String, named piece: (String) -> Piece) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            pieces.append(.literal(String(rest[..<open])))
            pieces.append(piece(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        pieces.append(.literal(String(rest)))
        return pieces.filter { $0 != .literal("") }
    }
}

/// Matches a URL with the pieces of a template, each parameter with as much text as lets the rest match.
///
/// The text after each piece is determined from the end backward, so the cost grows with the length of the
/// text and the number of pieces, however many ways there are to split it.
struct TemplateMatcher {
    let pieces: [URLTemplate.Piece]
    let isWhole: Bool

    /// The longest text for which every split is considered: servers accept less.
    private static let longest = 1 << 16

    /// Returns the texts of the parameters, or nil if the text does not match.
    func match(_ text: Substring) -> [String: Substring]? {
        isUnambiguous ? matchForward(text) : matchBackward(text)
    }

    /// Whether each parameter ends where its segment does, and nothing else varies.
    private var isUnambiguous: Bool {
        pieces.indices.allSatisfy { index in
            switch pieces[index] {
            case .literal: return true
            case .origin: return index == 0
            case .choice, .variable: return false
            case .parameter:
                guard index + 1 < pieces.count else { return isWhole }
                if case .literal(let next) = pieces[index + 1] { return next.hasPrefix("/") }
                return false
            }
        }
    }

    private func matchForward(_ text: Substring) -> [String: Substring]? {
        var rest = text
        var parameters: [String: Substring] = [:]
        for piece in pieces {
            switch piece {
            case .origin:
                guard let end = Self.originEnd(of: rest) else { return nil }
                rest = rest[end...]
            case .literal(let literal):
                guard rest.utf8.starts(with: literal.utf8) else { return nil }
                rest = Substring(rest.utf8.dropFirst(literal.utf8.count))
            case .parameter(let name):
                let segment = Substring(rest.utf8.prefix { $0 != UInt8(ascii: "/") })
                guard !segment.isEmpty else { return nil }
                parameters[name] = parameters[name] ?? segment
                rest = rest[segment.endIndex...]
            case .choice, .variable: return nil
            }
        }
        return rest.utf8.first.map { !isWhole && Self.endsURL($0) } ?? true ? parameters : nil
    }

    /// Whether the URL of a server ends before a byte: neither a host nor a port goes on after it.
    private static func endsURL(_ byte: UInt8) -> Bool { "/?#".utf8.contains(byte) }

    /// Returns the end of `scheme://host` at the beginning of a text.
    private static func originEnd(of text: Substring) -> Substring.Index? {
        let scheme = text.prefix { $0 != "/" }
        let host = text[scheme.endIndex...].dropFirst(2)
        guard scheme.hasSuffix(":"), text[scheme.endIndex...].hasPrefix("//") else { return nil }
        return host.firstIndex(of: "/") ?? host.endIndex
    }

    private func matchBackward(_ text: Substring) -> [String: Substring]? {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longest else { return nil }
        // The end of each piece if it begins at a byte, or -1 if the rest does not match then.
        var ends: [[Int32]] = []
        var rest = (0...bytes.count).map { $0 == bytes.count || !isWhole && Self.endsURL(bytes[$0]) }
        for piece in pieces.reversed() {
            let pieceEnds = Self.ends(of: piece, in: bytes, where: rest)
            rest = pieceEnds.map { $0 >= 0 }
            ends.append(pieceEnds)
        }
        guard rest[0] else { return nil }
        var parameters: [String: Substring] = [:]
        var start = 0
        for (piece, pieceEnds) in zip(pieces, ends.reversed()) {
            let end = Int(pieceEnds[start])
            if case .parameter(let name) = piece, parameters[name] == nil {
                let utf8 = text.utf8
                parameters[name] =
                    text[
                        utf8.index(
                            utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)]
            }
            start = end
        }
        return parameters
    }

    /// Returns where a piece ends that begins at each byte, the farthest end first.
    ///
    /// - Parameter rest: Whether the pieces after it match from each byte.
    private static func ends(of piece: URLTemplate.Piece, in bytes: [UInt8], where rest: [Bool]) -> [Int32] {
        switch piece {
        case .origin: originEnds(in: bytes, where: rest)
        case .literal(let text): ends(of: [Array(text.utf8)], in: bytes, where: rest)
        case .choice(let texts): ends(of: texts.map { Array($0.utf8) }, in: bytes, where: rest)
        case .variable(let spansSegments): ends(spansSegments: spansSegments, in: bytes, where: rest)
        case .parameter: ends(spansSegments: false, in: bytes, where: rest)
        }
    }

    private static func ends(of texts: [[UInt8]], in bytes: [UInt8], where rest: [Bool]) -> [Int32] {
        rest.indices.map { start in
            let found = texts.first { text in
                let end = start + text.count
                return end <= bytes.count && rest[end] && bytes[start..<end].elementsEqual(text)
            }
            return found.map { Int32(start + $0.count) } ?? -1
        }
    }

    private static func originEnds(in bytes: [UInt8], where rest: [Bool]) -> [Int32] {
        let text = String(decoding: bytes, as: UTF8.self)[...]
        var ends = Array(repeating: Int32(-1), count: rest.count)
        guard let end = originEnd(of: text) else { return ends }
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: end)
        if rest[offset] { ends[0] = Int32(offset) }
        return ends
    }

    /// Returns the ends of a piece of at least one character.
    private static func ends(spansSegments: Bool, in bytes: [UInt8], where rest: [Bool]) -> [Int32] {
        var ends = Array(repeating: Int32(-1), count: rest.count)
        var farthest: Int32 = -1
        for start in bytes.indices.reversed() {
            // No piece ends inside a character.
            let isBoundary = start + 1 == bytes.count || bytes[start + 1] & 0xc0 != 0x80
            if farthest < 0, rest[start + 1], isBoundary { farthest = Int32(start + 1) }
            if !spansSegments, bytes[start] == UInt8(ascii: "/") { farthest = -1 }
            let isInside = !spansSegments && bytes[start] == UInt8(ascii: "/")
            ends[start] = isInside ? -1 : farthest
        }
        return ends
    }
}

/// A server with a path, as a pattern over `https://host/path`.
///
/// A server variable with an `enum` is one of its values, another one is anything (in the path of a server even
/// several segments); a path parameter is one segment.
///
/// https://spec.openapis.org/oas/v3.1.1.html#server-object
package struct URLTemplate: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case literal(String)
        case choice([String])
        case variable(spansSegments: Bool)
        case parameter(String)
    }

    let pieces: [Piece]

    /// How many characters are fixed; of two templates that match, the one with more of them is meant.
    var fixedLength: Int {
        pieces.reduce(0) { length, piece in
            switch piece {
            case .literal(let text): length + text.utf8.count
            case .choice(let texts): length + (texts.map(\.utf8.count).min() ?? 0)
            case .variable, .parameter: length
            }
        }
    }

    /// Matches origin and path, or the beginning of them; gives the path parameters, still percent-encoded.
    package func match(_ text: String, isWhole: Bool = true) -> [String: Substring]? {
        TemplateMatcher(pieces: pieces, isWhole: isWhole).match(text[...], from: 0)
    }

    /// The template with the names of its parameters blotted out: two with the same one match the same addresses.
    var skeleton: String {
        pieces.map { piece in
            switch piece {
            case .literal(let text): text
            case .choice(let texts): "{" + texts.joined(separator: "|") + "}"
            case .variable: "{*}"
            case .parameter: "{}"
            }
        }.joined()
    }

    /// The template followed by a path such as `/volumes/{id}`.
    func appending(path: String) -> URLTemplate {
        URLTemplate(pieces: pieces + Self.pieces(of: path) { .parameter($0) })
    }

    /// The names in braces in a text, in order.
    static func names(in text: String) -> [String] {
        pieces(of: text) { .parameter($0) }.compactMap { piece in
            if case .parameter(let name) = piece { name } else { nil }
        }
    }

    /// Cuts a text at its `{names}`.
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

/// Tries the pieces in order and takes back what led nowhere; templates are short.
private struct TemplateMatcher {
    let pieces: [URLTemplate.Piece]
    let isWhole: Bool

    func match(_ text: Substring, from index: Int) -> [String: Substring]? {
        guard index < pieces.count else { return text.isEmpty || !isWhole ? [:] : nil }
        switch pieces[index] {
        case .literal(let literal):
            return match(text, without: literal, from: index)
        case .choice(let choices):
            return first(of: choices) { match(text, without: $0, from: index) }
        case .variable(let spansSegments):
            let ends = Self.ends(in: spansSegments ? text : text.prefix { $0 != "/" })
            return first(of: ends) { match(text[$0...], from: index + 1) }
        case .parameter(let name):
            return first(of: Self.ends(in: text.prefix { $0 != "/" })) { end in
                match(text[end...], from: index + 1)?.merging([name: text[..<end]]) { $1 }
            }
        }
    }

    private func match(_ text: Substring, without literal: String, from index: Int) -> [String: Substring]? {
        text.hasPrefix(literal) ? match(text.dropFirst(literal.count), from: index + 1) : nil
    }

    private func first<Choice>(
        of choices: [Choice], matching match: (Choice) -> [String: Substring]?
    ) -> [String: Substring]? {
        for choice in choices {
            if let parameters = match(choice) { return parameters }
        }
        return nil
    }

    /// Where a piece that takes at least one character may end, longest first.
    private static func ends(in text: Substring) -> [Substring.Index] {
        text.indices.reversed().map { text.index(after: $0) }
    }
}

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

    /// The number of fixed characters. Of two templates that match a URL, the one with more of them takes
    /// precedence.
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
    /// - Parameter isWhole: Whether the template must match the whole text rather than a prefix.
    package func match(_ text: String, isWhole: Bool = true) -> [String: Substring]? {
        TemplateMatcher(pieces: pieces, isWhole: isWhole).match(text[...])
    }

    /// The template without the names of its parameters. Templates with the same skeleton match the same
    /// URLs.
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

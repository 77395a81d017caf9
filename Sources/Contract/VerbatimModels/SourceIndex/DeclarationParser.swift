import VerbatimContract

/// Parses the types in a Swift source with their properties, cases and coding keys.
///
/// The bodies of functions, closures and accessors are skipped.
struct DeclarationParser {
    private let path: String
    private let tokens: [SwiftToken]?
    private var index = 0
    private var found: [String: SwiftType] = [:]
    /// Whether every body so far was closed.
    private var isComplete = true

    init(_ text: [UInt8], path: String) {
        self.path = path
        tokens = SwiftLexer.tokens(of: text)
    }

    /// Returns the types by their full names, or nil if the source cannot be parsed.
    mutating func types() -> [String: SwiftType]? {
        guard tokens != nil else { return nil }
        parseMembers(of: nil)
        return isComplete && current == nil ? found : nil
    }

    /// Parses declarations up to the end of the body or of the source.
    private mutating func parseMembers(of scope: Scope?) {
        var (isStatic, isAttributed) = (false, false)
        while let token = current, !token.isMark("}") {
            switch token.kind == .word && !follows(".") ? token.text : "" {
            case "class" where startsMember(after: 1), "static":
                index += 1
                isStatic = true
                continue
            case "struct", "class", "enum", "actor", "extension", "protocol":
                index += 1
                parseType(token.text, in: scope)
            case "let", "var": parseProperties(of: isStatic ? nil : scope, isAttributed: isAttributed)
            case "case": parseCases(of: scope)
            case "func", "init", "subscript", "deinit", "typealias", "import":
                addObstacle(token.text, in: scope)
                index += 1
            default:
                if token.isMark("@") { isAttributed = true }
                if token.kind != .literal, ["#", "lazy"].contains(token.text) {
                    addObstacle(token.text, in: scope)
                }
                skip()
                continue
            }
            (isStatic, isAttributed) = (false, false)
        }
    }

    /// Returns whether a member begins at a token, so that the word before is its modifier: `class func`.
    private func startsMember(after distance: Int) -> Bool {
        let keywords: Set = [
            "func", "var", "let", "subscript", "override", "final", "private", "public", "open",
        ]
        return token(after: distance).map { $0.kind == .word && keywords.contains($0.text) } ?? false
    }

    /// Adds what makes it unknown how the type is decoded.
    private mutating func addObstacle(_ keyword: String, in scope: Scope?) {
        guard let scope else { return }
        let next = token(after: 1)?.text ?? ""
        let words = (1...3).compactMap { token(after: $0) }.filter { $0.kind == .word }
        let label = words.first?.text ?? ""
        let obstacle: String? =
            switch keyword {
            case "init" where ["from", "rawValue", "stringValue"].contains(label):
                "its `init(\(label):)` is written by hand"
            case "typealias" where next == "CodingKeys": "its `CodingKeys` are those of another type"
            case "#" where next == "if": "it has conditions (`#if`)"
            case "lazy" where !follows("."): "it has a lazy property"
            case "=": "several of its properties are in one declaration"
            default: nil
            }
        if let obstacle { found[scope.name, default: SwiftType()].obstacles.append(obstacle) }
    }

    /// The type whose body is being parsed.
    private struct Scope {
        let name: String
        let isEnumeration: Bool
    }

    // MARK: Types

    /// Parses a type from its name to the end of its body.
    private mutating func parseType(_ keyword: String, in scope: Scope?) {
        guard let first = current, first.isName else { return }
        var names = [first.text]
        index += 1
        while current?.isMark(".") == true, let next = token(after: 1), next.isName {
            names.append(next.text)
            index += 2
        }
        let inherited = skipHeader()
        // The types that conform to a protocol declare its requirements again.
        guard current?.isMark("{") == true, keyword != "protocol" else { return skip() }
        let outer = keyword == "extension" ? nil : scope?.name
        let name = ([outer].compactMap(\.self) + names).joined(separator: ".")
        let declaration = SwiftType.Declaration(
            location: location(of: first), keyword: keyword, inherited: inherited)
        add(name, declaration, in: scope)
        index += 1
        parseMembers(of: Scope(name: name, isEnumeration: keyword == "enum"))
        isComplete = isComplete && current != nil
        if keyword != "extension", let end = current, let last = found[name]?.declarations.indices.last {
            let end = piece(end)
            found[name]?.declarations[last].end = end
        }
        index += 1
    }

    /// Skips to the body of a type and returns the names before it, which include the inherited types.
    private mutating func skipHeader() -> [SourcePiece] {
        var names: [SourcePiece] = []
        while let token = current, !token.isMark("{"), !token.isMark("}") {
            if token.isName { names.append(piece(token)) }
            index += 1
        }
        return names
    }

    private mutating func add(_ name: String, _ declaration: SwiftType.Declaration, in scope: Scope?) {
        var type = found[name] ?? SwiftType()
        if declaration.keyword != "extension" { type.declarations.append(declaration) }
        found[name] = type
        guard declaration.inherited.contains(where: { $0.text == "CodingKey" }),
            declaration.keyword == "enum", let owner = scope?.name
        else { return }
        found[owner, default: SwiftType()].keyTypes.append(String(name.dropFirst(owner.count + 1)))
    }

    // MARK: Members

    /// Parses `let a, b: Int` and `var a: Int, b: Int` up to a value or a body.
    private mutating func parseProperties(of scope: Scope?, isAttributed: Bool) {
        index += 1
        var members: [SwiftType.Member] = []
        while let name = current, name.isName {
            index += 1
            let start = index
            skipType()
            let type = (tokens ?? [])[start..<index].dropFirst().map(piece)
            members.append(
                SwiftType.Member(
                    name: name.text, key: name.text, location: location(of: name), type: type,
                    isStored: !startsGetter))
            guard current?.isMark(",") == true else { break }
            index += 1
        }
        guard let scope else { return }
        if current?.isMark("=") == true, hasCommaInLine { addObstacle("=", in: scope) }
        // A type that is not written for one property alone is not edited.
        for index in members.indices where members.count > 1 || isAttributed { members[index].type = [] }
        found[scope.name, default: SwiftType()].properties += members
    }

    /// Whether the body of a computed property begins.
    private var startsGetter: Bool {
        current?.isMark("{") == true && !["willSet", "didSet"].contains(token(after: 1)?.text)
    }

    /// Whether a comma follows in the line, outside of brackets.
    private var hasCommaInLine: Bool {
        var ahead = self
        while let token = ahead.current, !token.startsLine, !token.isMark("}"), !token.isMark(";") {
            if token.isMark(",") { return true }
            ahead.skip()
        }
        return false
    }

    /// Skips `: [String: Int]` up to a comma, a value, a body or the next line.
    private mutating func skipType() {
        var depth = 0
        while let token = current, !token.isMark("="), !token.isMark("}") {
            if depth == 0, ["{", ",", ";"].contains(where: token.isMark) { return }
            if depth == 0, token.startsLine, !token.isMark(":"), !token.isMark("&"), !token.isMark("-") {
                return
            }
            if token.isMark("<") { depth += 1 }
            if token.isMark(">"), !follows("-") { depth -= 1 }
            skip()
        }
    }

    /// Parses `case a, b(Int), c = "url_l"`.
    private mutating func parseCases(of scope: Scope?) {
        index += 1
        guard let scope, scope.isEnumeration else { return }
        while let name = current, name.isName {
            index += 1
            if current?.isMark("(") == true { skip() }
            var key: String? = name.text
            var rawValue: SourcePiece?
            if current?.isMark("=") == true {
                index += 1
                rawValue = current.map(piece)
                key = current.flatMap { $0.kind == .literal && !$0.text.contains("\\") ? $0.text : nil }
                index += 1
            }
            if let key {
                found[scope.name, default: SwiftType()].cases.append(
                    SwiftType.Member(
                        name: name.text, key: key, location: location(of: name),
                        type: [rawValue ?? piece(name)]))
            }
            guard current?.isMark(",") == true else { return }
            index += 1
        }
    }

    // MARK: Tokens

    private var current: SwiftToken? { token(after: 0) }

    private func token(after distance: Int) -> SwiftToken? {
        guard let tokens, tokens.indices.contains(index + distance) else { return nil }
        return tokens[index + distance]
    }

    /// Returns whether the token before the current one is a mark.
    private func follows(_ mark: String) -> Bool { token(after: -1)?.isMark(mark) ?? false }

    private func location(of token: SwiftToken) -> SourceLocation {
        SourceLocation(file: path, line: token.line, column: token.column)
    }

    private func piece(_ token: SwiftToken) -> SourcePiece {
        let quote =
            switch token.kind {
            case .quotedName: "`"
            case .literal: "\""
            case .word, .mark: ""
            }
        return SourcePiece(location: location(of: token), text: quote + token.text + quote)
    }

    /// Skips a token, or everything from an opening bracket to the closing one.
    private mutating func skip() {
        var depth = 0
        while let token = current {
            index += 1
            if token.kind == .mark {
                if "([{".contains(token.text) { depth += 1 }
                if ")]}".contains(token.text) { depth -= 1 }
            }
            if depth <= 0 { return }
        }
    }
}

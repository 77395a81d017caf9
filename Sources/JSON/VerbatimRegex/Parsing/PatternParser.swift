/// Parses a regular expression in one of the grammars.
///
/// https://tc39.es/ecma262/#sec-patterns
struct PatternParser {
    let scalars: [UInt32]
    var index = 0
    /// The number of groups opened so far.
    private var captureCount = 0
    private var depth = 0
    /// All groups of the pattern, since a reference may precede its group.
    let groups: PatternGroups
    private(set) var isLegacy: Bool
    /// Whether a letter matches in upper and lower case.
    private(set) var ignoresCase = false
    private var dotMatchesLineTerminators = false

    /// The maximum depth of groups: the parser and the compiler recurse, on half of a stack of 512 KB.
    static let maximumDepth = 40

    static func parse(
        _ pattern: String, _ grammar: PatternGrammar = .unicode
    ) throws(PatternError) -> (syntax: PatternSyntax, captureCount: Int) {
        let scalars = pattern.unicodeScalars.map(\.value)
        var parser = try PatternParser(scalars: scalars, isLegacy: grammar == .legacy)
        parser.readFlags()
        let syntax = try parser.disjunction()
        guard parser.peek == nil else { throw parser.error(.unopenedGroup) }
        return (syntax, parser.captureCount)
    }

    init(scalars: [UInt32], isLegacy: Bool) throws(PatternError) {
        self.scalars = scalars
        self.isLegacy = isLegacy
        groups = try PatternGroups(scalars)
    }

    /// Reads `(?i)`, `(?s)` or both at the beginning of a legacy pattern.
    private mutating func readFlags() {
        guard isLegacy else { return }
        let flags = [
            ("(?i)", true, false), ("(?s)", false, true), ("(?is)", true, true), ("(?si)", true, true),
        ]
        for (text, ignoresCase, dotMatchesAll) in flags where consume(text) {
            self.ignoresCase = self.ignoresCase || ignoresCase
            dotMatchesLineTerminators = dotMatchesLineTerminators || dotMatchesAll
        }
    }

    // MARK: Disjunction, Alternative, Term

    private mutating func disjunction() throws(PatternError) -> PatternSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.maximumDepth else { throw error(.tooDeep) }
        var alternatives = [try alternative()]
        while consume("|") { alternatives.append(try alternative()) }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func alternative() throws(PatternError) -> PatternSyntax {
        var terms: [PatternSyntax] = []
        while let next = peek, next != "|", next != ")" { terms.append(try term()) }
        return terms.count == 1 ? terms[0] : .sequence(terms)
    }

    private mutating func term() throws(PatternError) -> PatternSyntax {
        let firstAssertionCapture = captureCount + 1
        if let assertion = try assertion() {
            // Annex B allows a quantifier after a lookahead.
            guard isLegacy, case .lookaround(_, ahead: true, _) = assertion else { return assertion }
            return try quantified(assertion, captures: firstAssertionCapture..<(captureCount + 1))
        }
        let firstCapture = captureCount + 1
        let atom = try atom()
        return try quantified(atom, captures: firstCapture..<(captureCount + 1))
    }

    /// Parses `^`, `$`, `\b`, `\B` or a lookaround, which take no quantifier.
    private mutating func assertion() throws(PatternError) -> PatternSyntax? {
        if consume("^") { return .boundary(.start) }
        if consume("$") { return .boundary(.end) }
        if isLegacy, consume("\\A") { return .boundary(.start) }
        if isLegacy, consume("\\Z") || consume("\\z") { return .boundary(.end) }
        if consume("\\b") { return .boundary(.wordBoundary) }
        if consume("\\B") { return .boundary(.notWordBoundary) }
        let lookarounds = [
            ("(?=", true, false), ("(?!", true, true), ("(?<=", false, false), ("(?<!", false, true),
        ]
        for (opening, ahead, negated) in lookarounds where consume(opening) {
            return .lookaround(try groupBody(at: index - opening.count), ahead: ahead, negated: negated)
        }
        return nil
    }

    private mutating func atom() throws(PatternError) -> PatternSyntax {
        let start = index
        guard let next = advance() else { throw error(.nothingToRepeat) }
        switch next {
        case ".": return .scalar(dotMatchesLineTerminators ? ScalarSet([]).inverted : PatternParser.dot)
        case "(": return try group(at: start)
        case "[": return .scalar(try characterClass(at: start))
        case "\\": return try atomEscape(at: start)
        case "*", "+", "?": throw PatternError(reason: .nothingToRepeat, offset: start)
        case "{", "}", "]":
            if isLegacy, !isQuantifier(at: start) { return .scalar(ScalarSet([next.value...next.value])) }
            let reason = isLegacy ? PatternError.Reason.nothingToRepeat : .loneBracket(String(next))
            throw PatternError(reason: reason, offset: start)
        default: return .scalar(folded(ScalarSet([next.value...next.value])))
        }
    }

    /// Returns a parser of what follows that reads it as with the `u` flag.
    var withUnicodeFlag: PatternParser {
        var parser = self
        parser.isLegacy = false
        return parser
    }

    /// Returns a set with the other case of its letters, if the pattern ignores case.
    func folded(_ set: ScalarSet) -> ScalarSet { ignoresCase ? CaseVariants.shared.adding(to: set) : set }

    private mutating func group(at start: Int) throws(PatternError) -> PatternSyntax {
        if consume("?:") { return try groupBody(at: start) }
        captureCount += 1
        let number = captureCount
        if consume("?<") {
            _ = try PatternGroups.name(in: scalars, from: &index)
        } else if peek == "?" {
            throw error(.unknownGroup)
        }
        return .capture(number, try groupBody(at: start))
    }

    /// Parses the rest of a group whose opening was read.
    private mutating func groupBody(at start: Int) throws(PatternError) -> PatternSyntax {
        let inside = try disjunction()
        guard consume(")") else { throw PatternError(reason: .unclosedGroup, offset: start) }
        return inside
    }

    // MARK: Quantifier

    private mutating func quantified(
        _ atom: PatternSyntax, captures: Range<Int>
    ) throws(PatternError) -> PatternSyntax {
        guard let (minimum, maximum) = try quantifier() else { return atom }
        let greedy = !consume("?")
        return .repeated(atom, minimum: minimum, maximum: maximum, greedy: greedy, captures: captures)
    }

    private mutating func quantifier() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
        if consume("*") { return (0, nil) }
        if consume("+") { return (1, nil) }
        if consume("?") { return (0, 1) }
        let start = index
        // Annex B reads a brace that begins no quantifier as itself.
        guard !isLegacy || isQuantifier(at: start), consume("{") else { return nil }
        guard let minimum = decimal() else { throw PatternError(reason: .loneBracket("{"), offset: start) }
        var maximum: Int? = minimum
        if consume(",") { maximum = decimal() }
        guard consume("}") else { throw PatternError(reason: .loneBracket("{"), offset: start) }
        if let maximum, maximum < minimum { throw PatternError(reason: .reversedBounds, offset: start) }
        return (minimum, maximum)
    }

    /// Returns whether `{n}`, `{n,}` or `{n,m}` is at an index.
    private func isQuantifier(at start: Int) -> Bool {
        var ahead = self
        ahead.index = start
        guard ahead.consume("{"), ahead.decimal() != nil else { return false }
        if ahead.consume(",") { _ = ahead.decimal() }
        return ahead.consume("}")
    }

    /// Parses a decimal number, clamped to 2^32 - 1.
    mutating func decimal() -> Int? {
        // Int may have 32 bits.
        var value: Int64?
        while let digit = peek.flatMap({ PatternParser.digit($0, radix: 10) }) {
            value = min((value ?? 0) * 10 + Int64(digit), Int64(UInt32.max))
            index += 1
        }
        return value.map { Int(clamping: $0) }
    }

    // MARK: Reading

    var peek: Unicode.Scalar? { index < scalars.count ? Unicode.Scalar(scalars[index]) : nil }

    mutating func advance() -> Unicode.Scalar? {
        defer { index += 1 }
        return peek
    }

    mutating func consume(_ text: String) -> Bool {
        let expected = text.unicodeScalars.lazy.map(\.value)
        guard scalars.dropFirst(index).starts(with: expected) else { return false }
        index += text.unicodeScalars.count
        return true
    }

    static func digit(_ scalar: Unicode.Scalar, radix: UInt32) -> UInt32? {
        let value: UInt32
        switch scalar {
        case "0"..."9": value = scalar.value - 0x30
        case "a"..."f": value = scalar.value - 0x57
        case "A"..."F": value = scalar.value - 0x37
        default: return nil
        }
        return value < radix ? value : nil
    }

    func error(_ reason: PatternError.Reason) -> PatternError { PatternError(reason: reason, offset: index) }
}

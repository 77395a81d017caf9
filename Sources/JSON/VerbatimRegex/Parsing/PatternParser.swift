/// Parses a regular expression as ECMA-262 does with the `u` flag, without the leniency of Annex B.
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

    /// The maximum depth of groups: the parser and the compiler recurse, on half of a stack of 512 KB.
    static let maximumDepth = 40

    static func parse(_ pattern: String) throws(PatternError) -> (syntax: PatternSyntax, captureCount: Int) {
        var parser = try PatternParser(scalars: pattern.unicodeScalars.map(\.value))
        let syntax = try parser.disjunction()
        guard parser.peek == nil else { throw parser.error(.unopenedGroup) }
        return (syntax, parser.captureCount)
    }

    init(scalars: [UInt32]) throws(PatternError) {
        self.scalars = scalars
        groups = try PatternGroups(scalars)
    }

    // MARK: Disjunction, Alternative, Term

    private mutating func disjunction() throws(PatternError) -> PatternSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.maximumDepth else { throw error(.tooDeep) }
        var alternatives = [try alternative()]
        while consume("|") {
            alternatives.append(try alternative())
        }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func alternative() throws(PatternError) -> PatternSyntax {
        var terms: [PatternSyntax] = []
        while let next = peek, next != "|", next != ")" {
            terms.append(try term())
        }
        return terms.count == 1 ? terms[0] : .sequence(terms)
    }

    private mutating func term() throws(PatternError) -> PatternSyntax {
        if let assertion = try assertion() { return assertion }
        let firstCapture = captureCount + 1
        let atom = try atom()
        return try quantified(atom, captures: firstCapture..<(captureCount + 1))
    }

    /// Parses `^`, `$`, `\b`, `\B` or a lookaround, which take no quantifier.
    private mutating func assertion() throws(PatternError) -> PatternSyntax? {
        if consume("^") { return .boundary(.start) }
        if consume("$") { return .boundary(.end) }
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
        case ".": return .scalar(PatternParser.dot)
        case "(": return try group(at: start)
        case "[": return .scalar(try characterClass(at: start))
        case "\\": return try atomEscape(at: start)
        case "*", "+", "?": throw PatternError(reason: .nothingToRepeat, offset: start)
        case "{", "}", "]": throw PatternError(reason: .loneBracket(String(next)), offset: start)
        default: return .scalar(ScalarSet([next.value...next.value]))
        }
    }

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
        guard consume("{") else { return nil }
        guard let minimum = decimal() else {
            throw PatternError(reason: .loneBracket("{"), offset: start)
        }
        var maximum: Int? = minimum
        if consume(",") { maximum = decimal() }
        guard consume("}") else { throw PatternError(reason: .loneBracket("{"), offset: start) }
        if let maximum, maximum < minimum { throw PatternError(reason: .reversedBounds, offset: start) }
        return (minimum, maximum)
    }

    /// Parses a decimal number, clamped to 2^32 - 1.
    mutating func decimal() -> Int? {
        var value: Int?
        while let digit = peek.flatMap({ PatternParser.digit($0, radix: 10) }) {
            value = min((value ?? 0) * 10 + Int(digit), Int(UInt32.max))
            index += 1
        }
        return value
    }

    // MARK: Reading

    var peek: Unicode.Scalar? {
        index < scalars.count ? Unicode.Scalar(scalars[index]) : nil
    }

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

    func error(_ reason: PatternError.Reason) -> PatternError {
        PatternError(reason: reason, offset: index)
    }
}

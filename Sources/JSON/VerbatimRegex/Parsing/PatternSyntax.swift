/// The syntax tree of a regular expression.
///
/// https://tc39.es/ecma262/#sec-patterns
indirect enum PatternSyntax: Sendable {
    /// One code point of a set.
    case scalar(ScalarSet)
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    /// A capturing group with its number, from 1.
    case capture(Int, PatternSyntax)
    /// A repetition; without limit if `maximum` is nil. Each round clears the groups `captures`.
    case repeated(PatternSyntax, minimum: Int, maximum: Int?, greedy: Bool, captures: Range<Int>)
    case boundary(PatternBoundary)
    case lookaround(PatternSyntax, ahead: Bool, negated: Bool)
    case backreference(Int)
}

/// A boundary between two code points: `^`, `$`, `\b` or `\B`.
enum PatternBoundary: UInt8, Sendable {
    case start, end, wordBoundary, notWordBoundary

    /// Returns whether a position is at the boundary with a raw value.
    /// https://tc39.es/ecma262/#sec-compileassertion
    static func holds(_ rawValue: Int32, at position: Int, in text: [UInt32]) -> Bool {
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && PatternParser.wordCharacters.contains(text[index])
        }
        return holds(
            rawValue, atStart: position == 0, atEnd: position == text.count,
            atWordBoundary: isWord(position - 1) != isWord(position))
    }

    /// Returns whether a position is at the boundary with a raw value, given the facts about the position.
    static func holds(
        _ rawValue: Int32, atStart: Bool, atEnd: Bool, atWordBoundary: @autoclosure () -> Bool
    ) -> Bool {
        switch PatternBoundary(rawValue: UInt8(rawValue)) {
        case .start: atStart
        case .end: atEnd
        case .wordBoundary: atWordBoundary()
        case .notWordBoundary: !atWordBoundary()
        case nil: false
        }
    }
}

/// The capturing groups of a pattern, counted before it is parsed.
struct PatternGroups {
    private(set) var count = 0
    private(set) var numberByName: [String: Int] = [:]

    init(_ scalars: [UInt32]) throws(PatternError) {
        var index = 0
        var inClass = false
        while index < scalars.count {
            let scalar = Unicode.Scalar(scalars[index])
            index += 1
            switch scalar {
            case "\\": index += 1
            case "[": inClass = true
            case "]": inClass = false
            case "(" where !inClass: try open(scalars, &index)
            default: break
            }
        }
    }

    /// Counts the group whose parenthesis was just read, unless it begins with `(?:`, `(?=`, `(?!`, `(?<=` or
    /// `(?<!`.
    private mutating func open(_ scalars: [UInt32], _ index: inout Int) throws(PatternError) {
        func follows(_ text: String) -> Bool {
            scalars.dropFirst(index).starts(with: text.unicodeScalars.lazy.map(\.value))
        }
        guard follows("?") else {
            count += 1
            return
        }
        guard follows("?<"), !follows("?<="), !follows("?<!") else { return }
        index += 2
        let start = index
        let name = try PatternGroups.name(in: scalars, from: &index)
        count += 1
        guard numberByName.updateValue(count, forKey: name) == nil else {
            throw PatternError(reason: .repeatedGroupName(name), offset: start)
        }
    }

    /// Reads a name and the `>` after it. https://tc39.es/ecma262/#prod-GroupName
    static func name(in scalars: [UInt32], from index: inout Int) throws(PatternError) -> String {
        let start = index
        var name = ""
        while index < scalars.count, let scalar = Unicode.Scalar(scalars[index]) {
            index += 1
            if scalar == ">", !name.isEmpty { return name }
            guard isNamePart(scalar, first: name.isEmpty) else { break }
            name.unicodeScalars.append(scalar)
        }
        throw PatternError(reason: .badGroupName, offset: start)
    }

    private static func isNamePart(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
        if scalar == "$" || scalar == "_" || scalar.properties.isIDStart { return true }
        return !first && (scalar.properties.isIDContinue || scalar.value == 0x200C || scalar.value == 0x200D)
    }
}

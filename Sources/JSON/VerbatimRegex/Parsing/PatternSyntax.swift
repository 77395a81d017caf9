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
        switch PatternBoundary(rawValue: UInt8(rawValue)) {
        case .start: return position == 0
        case .end: return position == text.count
        case .wordBoundary: return isWord(position - 1) != isWord(position)
        case .notWordBoundary: return isWord(position - 1) == isWord(position)
        case nil: return false
        }
    }
}

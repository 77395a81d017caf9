/// A parsed regular expression: what ECMA-262 calls Disjunction and below.
///
/// https://tc39.es/ecma262/#sec-patterns
indirect enum PatternSyntax: Sendable {
    /// One code point out of a set.
    case scalar(ScalarSet)
    case sequence([PatternSyntax])
    case alternatives([PatternSyntax])
    /// A capturing group, counted from 1.
    case capture(Int, PatternSyntax)
    /// `maximum` nil means any number. `captures` are the groups inside, which each round forgets.
    case repeated(PatternSyntax, minimum: Int, maximum: Int?, greedy: Bool, captures: Range<Int>)
    case edge(PatternEdge)
    case look(PatternSyntax, ahead: Bool, negated: Bool)
    case backreference(Int)

    static let empty = PatternSyntax.sequence([])
}

/// A location between two code points that an assertion asks for.
enum PatternEdge: UInt8, Sendable {
    case start, end, wordBoundary, notWordBoundary

    /// Whether the edge with a raw value is at a location. https://tc39.es/ecma262/#sec-compileassertion
    static func stands(_ rawValue: Int32, at location: Int, in text: [UInt32]) -> Bool {
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && PatternParser.wordCharacters.contains(text[index])
        }
        switch PatternEdge(rawValue: UInt8(rawValue)) {
        case .start: return location == 0
        case .end: return location == text.count
        case .wordBoundary: return isWord(location - 1) != isWord(location)
        case .notWordBoundary: return isWord(location - 1) == isWord(location)
        case nil: return false
        }
    }
}

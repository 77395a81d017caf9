/// Generates strings that are likely to match a pattern.
///
/// Samples ignore assertions and backreferences; validate them before use.
package enum PatternSampler {
    /// Returns six samples, the shortest first, or none if the pattern is malformed.
    package static func samples(of pattern: String) -> [String] {
        guard let (syntax, _) = try? PatternParser.parse(pattern) else { return [] }
        return (0..<6).map { variant in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: syntax.sample(variant).compactMap(Unicode.Scalar.init))
            return String(text)
        }
    }
}

extension PatternSyntax {
    /// The code points of a sample. Each variant chooses other alternatives, repetition counts and
    /// characters.
    fileprivate func sample(_ variant: Int) -> [UInt32] {
        switch self {
        case .scalar(let set): [set.sample(variant)]
        case .sequence(let parts): parts.flatMap { $0.sample(variant) }
        case .alternatives(let branches): branches[variant % branches.count].sample(variant)
        case .capture(_, let inner): inner.sample(variant)
        case .repeated(let inner, let minimum, let maximum, _, _):
            (0..<min(maximum ?? Int.max, minimum + variant, 1000)).flatMap { _ in inner.sample(variant) }
        case .boundary, .lookaround, .backreference: []
        }
    }
}

extension ScalarSet {
    /// A readable ASCII character of the set if there is one, else its first code point.
    fileprivate func sample(_ variant: Int) -> UInt32 {
        let readable = "a1Ab2B-._/".unicodeScalars.map(\.value).filter(contains)
        if !readable.isEmpty { return readable[variant % readable.count] }
        return ranges.first.map { $0.lowerBound } ?? 0x61
    }
}

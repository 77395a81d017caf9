/// Generates strings that are likely to match a pattern.
///
/// Samples ignore assertions and backreferences; validate them before use.
package enum PatternSampler {
    /// Returns six samples, the shortest first; fewer if they are too long, none if the pattern is malformed.
    package static func samples(of pattern: String) -> [String] {
        let grammars: [PatternGrammar] = [.unicode, .legacy]
        let parsed = grammars.lazy.compactMap { try? PatternParser.parse(pattern, $0).syntax }
        guard let syntax = parsed.first else { return [] }
        return (0..<6).compactMap { variant in
            var sample = Sample()
            sample.append(syntax, variant)
            guard sample.stepsLeft > 0 else { return nil }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: sample.scalars.compactMap(Unicode.Scalar.init))
            return String(text)
        }
    }
}

/// A sample under construction. Repetitions of repetitions end with the steps.
private struct Sample {
    private(set) var scalars: [UInt32] = []
    private(set) var stepsLeft = 10_000

    /// Appends a sample of a part of a pattern. A variant chooses other alternatives, counts and characters.
    mutating func append(_ syntax: PatternSyntax, _ variant: Int) {
        stepsLeft -= 1
        guard stepsLeft > 0 else { return }
        switch syntax {
        case .scalar(let set): scalars.append(set.sample(variant))
        case .sequence(let parts): for part in parts { append(part, variant) }
        case .alternatives(let branches): append(branches[variant % branches.count], variant)
        case .capture(_, let inner): append(inner, variant)
        case .repeated(let inner, let minimum, let maximum, _, _):
            for _ in 0..<min(maximum ?? Int.max, minimum + variant, 1000) {
                append(inner, variant)
                guard stepsLeft > 0 else { return }
            }
        case .boundary, .lookaround, .backreference: break
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

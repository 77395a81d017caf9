/// Texts that keep a pattern, for whoever must show a value that a schema allows.
///
/// A sample is likely, not certain, to match: assertions and backreferences are not looked at. Hold it to the schema.
package enum PatternSampler {
    /// Some texts that match a regular expression, the shortest first; none if it has a mistake.
    package static func matching(_ pattern: String) -> [String] {
        guard let (syntax, _) = try? PatternParser.parse(pattern) else { return [] }
        return (0..<6).map { variant in
            var text = String.UnicodeScalarView()
            text.append(contentsOf: syntax.sample(variant).compactMap(Unicode.Scalar.init))
            return String(text)
        }
    }

    /// A date as a date pattern of UTS #35 writes it; nil if the pattern has letters that are not known.
    package static func date(_ pattern: String) -> String? {
        guard let pattern = try? DatePattern(pattern) else { return nil }
        return pattern.fields.map(\.sample).joined()
    }
}

extension PatternSyntax {
    /// Code points that keep the expression; each variant takes other branches, rounds and letters.
    fileprivate func sample(_ variant: Int) -> [UInt32] {
        switch self {
        case .scalar(let set): [set.sample(variant)]
        case .sequence(let parts): parts.flatMap { $0.sample(variant) }
        case .alternatives(let branches): branches[variant % branches.count].sample(variant)
        case .capture(_, let inner): inner.sample(variant)
        case .repeated(let inner, let minimum, let maximum, _, _):
            (0..<min(maximum ?? Int.max, minimum + variant, 1000)).flatMap { _ in inner.sample(variant) }
        case .edge, .look, .backreference: []
        }
    }
}

extension ScalarSet {
    /// A letter or digit of the set, if it has one.
    fileprivate func sample(_ variant: Int) -> UInt32 {
        let readable = "a1Ab2B-._/".unicodeScalars.map(\.value).filter(contains)
        if !readable.isEmpty { return readable[variant % readable.count] }
        return ranges.first.map { $0.lowerBound } ?? 0x61
    }
}

extension DatePattern.Field {
    /// The field of Thursday, 29 February 2024, 13:05:09.123 UTC.
    fileprivate var sample: String {
        switch self {
        case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
        case .number(let part, let minimum, _): Self.padded(part.sample, to: minimum, part == .fraction)
        case .name(.month, let names): names[1]
        case .name(.weekday, let names): names[4]
        case .name(_, let names): names[names.count - 1]
        case .offset(_, zulu: true): "Z"
        case .offset(.hours, _): "+01"
        case .offset(.basic, _): "+0100"
        case .offset(.extended, _): "+01:00"
        case .offset(.named, _), .zoneName: "GMT"
        }
    }

    private static func padded(_ number: Int, to width: Int, _ isFraction: Bool) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return isFraction ? String((digits + zeros).prefix(width)) : zeros + digits
    }
}

extension DatePattern.Part {
    fileprivate var sample: Int {
        switch self {
        case .year: 2024
        case .shortYear: 24
        case .month: 2
        case .day: 29
        case .hour24: 13
        case .hour12: 1
        case .minute: 5
        case .second: 9
        case .fraction: 123
        case .dayPeriod, .weekday: 0
        }
    }
}

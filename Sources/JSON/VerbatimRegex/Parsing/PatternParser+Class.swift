/// Character classes. https://tc39.es/ecma262/#sec-compiletocharset
extension PatternParser {
    static let digits = ScalarSet([0x30...0x39])
    /// The word characters without the `i` flag. https://tc39.es/ecma262/#sec-wordcharacters
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineTerminators = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    static let dot = lineTerminators.inverted
    /// WhiteSpace and LineTerminator: https://tc39.es/ecma262/#prod-WhiteSpace with every Space_Separator.
    static let spaces = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// Parses the rest of a class whose opening bracket was read.
    mutating func characterClass(at start: Int) throws(PatternError) -> ScalarSet {
        let negated = consume("^")
        var ranges: [ClosedRange<UInt32>] = []
        var limit = 4_096
        while !consume("]") {
            if ranges.count > limit {
                // A property has hundreds of ranges, and may be repeated.
                ranges = ScalarSet(ranges).ranges
                limit = 2 * ranges.count + 4_096
            }
            let atomStart = index
            try refusePOSIXClass(at: atomStart)
            let first = try classAtom(of: start)
            guard consume("-") else {
                ranges += first.ranges
                continue
            }
            if peek == "]" {
                ranges += first.ranges + [0x2D...0x2D]
                continue
            }
            let last = try classAtom(of: start)
            if isLegacy, first.isSet || last.isSet {
                ranges += first.ranges + [0x2D...0x2D] + last.ranges
            } else {
                ranges.append(try range(first, last, at: atomStart))
            }
        }
        let set = folded(ScalarSet(ranges))
        return negated ? set.inverted : set
    }

    /// Throws if `[:alpha:]` or the like follows in a legacy pattern.
    private func refusePOSIXClass(at start: Int) throws(PatternError) {
        var ahead = self
        guard isLegacy, ahead.consume("[:") else { return }
        while let next = ahead.advance(), next.properties.isAlphabetic {}
        ahead.index -= 1
        if ahead.consume(":]") { throw PatternError(reason: .posixClass, offset: start) }
    }

    private func range(
        _ low: ClassAtom, _ high: ClassAtom, at start: Int
    ) throws(PatternError) -> ClosedRange<UInt32> {
        guard case .scalar(let low) = low, case .scalar(let high) = high else {
            throw PatternError(reason: .classInRange, offset: start)
        }
        guard low <= high else { throw PatternError(reason: .reversedRange, offset: start) }
        return low...high
    }

    private mutating func classAtom(of start: Int) throws(PatternError) -> ClassAtom {
        let atomStart = index
        guard let next = advance() else { throw PatternError(reason: .unclosedClass, offset: start) }
        return next == "\\" ? try escape(at: atomStart, inClass: true) : .scalar(next.value)
    }
}

extension PatternParser.ClassAtom {
    var isSet: Bool { if case .set = self { true } else { false } }

    var ranges: [ClosedRange<UInt32>] {
        switch self {
        case .scalar(let value): [value...value]
        case .set(let set): set.ranges
        }
    }
}

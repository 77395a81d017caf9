/// https://tc39.es/ecma262/#sec-compiletocharset
extension PatternParser {
    static let digits = ScalarSet([0x30...0x39])
    /// Without the `i` flag exactly these. https://tc39.es/ecma262/#sec-wordcharacters
    static let wordCharacters = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let lineTerminators = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
    static let dot = lineTerminators.inverted
    /// WhiteSpace and LineTerminator: https://tc39.es/ecma262/#prod-WhiteSpace with every Space_Separator.
    static let spaces = ScalarSet([
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// The inside of `[...]`; the opening bracket was read.
    mutating func characterClass(at start: Int) throws(PatternError) -> ScalarSet {
        let negated = take("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !take("]") {
            let memberStart = index
            let first = try classMember(of: start)
            guard take("-") else {
                ranges += first.ranges
                continue
            }
            if peek == "]" {
                ranges += first.ranges + [0x2D...0x2D]
                continue
            }
            ranges.append(try range(first, classMember(of: start), at: memberStart))
        }
        let set = ScalarSet(ranges)
        return negated ? set.inverted : set
    }

    private func range(_ low: Member, _ high: Member, at start: Int) throws(PatternError) -> ClosedRange<
        UInt32
    > {
        guard case .one(let low) = low, case .one(let high) = high else {
            throw PatternError(reason: .classInRange, offset: start)
        }
        guard low <= high else { throw PatternError(reason: .reversedRange, offset: start) }
        return low...high
    }

    private mutating func classMember(of start: Int) throws(PatternError) -> Member {
        let memberStart = index
        guard let next = advance() else { throw PatternError(reason: .unclosedClass, offset: start) }
        return next == "\\" ? try escape(at: memberStart, inClass: true) : .one(next.value)
    }
}

extension PatternParser.Member {
    var ranges: [ClosedRange<UInt32>] {
        switch self {
        case .one(let value): [value...value]
        case .set(let set): set.ranges
        }
    }
}

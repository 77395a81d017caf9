extension SecretFinder {
    /// The number of base64 digits from which they are decompressed, whatever they begin with.
    static let minimumCompressed = 32

    /// Finds values that are encoded as digits.
    mutating func findEncoded<Units: TextUnits>(
        in run: DigitRun, of units: Units, _ depth: Int
    ) -> [SecretOccurrence] {
        var found: [SecretOccurrence] = []
        for coding in RadixCoding.all {
            let minimum = coding.digits(of: search.minimumLength)
            coding.forEachRun(of: run.digits, minimum: minimum) { digits in
                let slice = run.digits[digits]
                for bit in bits(of: slice, coding, depth) {
                    for inner in find(in: slice, coding, bit, depth) {
                        found.append(occurrence(inner, in: slice, coding, bit, run, units))
                    }
                }
                return !stopsAtFirst || found.isEmpty
            }
        }
        return found
    }

    private mutating func find(
        in digits: ArraySlice<UInt8>, _ coding: RadixCoding, _ bit: Int, _ depth: Int
    ) -> [SecretOccurrence] {
        guard depth < Self.maximumDepth else {
            reportDepth()
            return []
        }
        return coding.decode(digits, from: bit).withUnsafeBytes { find(in: $0, depth: depth + 1) }
    }

    /// Returns the bits at which bytes can begin that contain a value, or something that is encoded again.
    private func bits(of digits: ArraySlice<UInt8>, _ coding: RadixCoding, _ depth: Int) -> [Int] {
        var bits = search.pairs.bits(of: digits, coding, orDigits: search.minimumDigits)
        // DEFLATE without a header can begin with any byte.
        let mayBeCompressed = inflation != nil && coding.bits == 6 && digits.count >= Self.minimumCompressed
        if mayBeCompressed, depth < Self.maximumDepth { bits |= 1 }
        return (0..<8).filter { bits >> UInt8($0) & 1 == 1 }
    }

    /// Returns an occurrence in encoded bytes as one in the text with the digits.
    private func occurrence<Units: TextUnits>(
        _ inner: SecretOccurrence, in digits: ArraySlice<UInt8>, _ coding: RadixCoding, _ bit: Int,
        _ run: DigitRun, _ units: Units
    ) -> SecretOccurrence {
        let changed = coding.digits(of: inner.range, from: bit)
        let start = digits.startIndex
        let range = run.units(of: (start + changed.lowerBound)..<(start + changed.upperBound))
        return SecretOccurrence(
            range: units.byteRange(of: range), secret: inner.secret,
            encoding: "\(inner.encoding), in \(coding.name)"
        ) { placeholder in
            for zeros in 0..<(1 << 6) {
                let placeholder = PlaceholderTable.padding(placeholder, zeros: zeros)
                guard let bytes = inner.replacement(placeholder) else { return nil }
                if let new = coding.replace(inner.range, with: bytes, in: digits, from: bit) {
                    return units.encode(new)
                }
            }
            return nil
        }
    }
}

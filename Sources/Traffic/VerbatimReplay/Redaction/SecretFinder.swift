import Foundation
import VerbatimHAR

/// One search of bytes, and of everything that is encoded in them.
struct SecretFinder {
    /// The number of encodings within one another that are decoded.
    static let maximumDepth = 4

    let search: SecretSearch
    /// Whether the first occurrence ends the search.
    let stopsAtFirst: Bool
    /// The work left for decompression, or nil to decompress nothing.
    var inflation: InflateBudget?
    /// The reasons for which the search was partial.
    private(set) var limits: [String] = []

    init(_ search: SecretSearch, stopsAtFirst: Bool = false, inflation: InflateBudget? = nil) {
        self.search = search
        self.stopsAtFirst = stopsAtFirst
        self.inflation = inflation
    }

    mutating func find(in bytes: UnsafeRawBufferPointer, depth: Int = 0) -> [SecretOccurrence] {
        var found = find(in: ByteUnits(bytes: bytes), depth)
        if stopsAtFirst, !found.isEmpty { return found }
        let hasZero = ByteSearch.first(UInt8(0), in: bytes, from: 0) != nil
        for encoding in WideUnits.encodings where hasZero || search.hasOtherCharacters && encoding.width == 2
        {
            for start in 0..<encoding.width {
                for var occurrence in find(
                    in: WideUnits(bytes: bytes, encoding: encoding, start: start), depth)
                {
                    occurrence.encoding += ", in \(encoding.name)"
                    found.append(occurrence)
                }
                if stopsAtFirst, !found.isEmpty { return found }
            }
        }
        if inflation != nil { found += findCompressed(in: bytes, depth) }
        return found
    }

    /// Adds a reason for which the search was partial.
    mutating func report(limit: String) {
        if !limits.contains(limit) { limits.append(limit) }
    }

    mutating func reportDepth() {
        report(limit: "more than \(Self.maximumDepth) encodings within one another")
    }

    /// Returns occurrences in the order of the bytes, without those that overlap an earlier or longer one.
    static func separate(_ occurrences: [SecretOccurrence]) -> [SecretOccurrence] {
        let sorted = occurrences.sorted {
            ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
        }
        var end = 0
        return sorted.filter { occurrence in
            guard occurrence.range.lowerBound >= end else { return false }
            end = occurrence.range.upperBound
            return true
        }
    }

    /// The number of base64 digits from which they are decompressed, whatever they begin with.
    static let minimumCompressed = 32

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

    // MARK: Text

    private mutating func find<Units: TextUnits>(in units: Units, _ depth: Int) -> [SecretOccurrence] {
        var found = findPlain(in: units)
        if stopsAtFirst, !found.isEmpty { return found }
        let mayBeCompressed = inflation != nil
        DigitRun.forEach(in: units, minimum: search.minimumDigits) { [search] digits in
            mayBeCompressed && digits.count >= Self.minimumCompressed || search.isWorthDecoding(digits)
        } _: { run in
            found += findEncoded(in: run, of: units, depth)
            return !stopsAtFirst || found.isEmpty
        }
        return found
    }

    /// Finds values that are not encoded as a whole.
    private func findPlain<Units: TextUnits>(in units: Units) -> [SecretOccurrence] {
        var found: [SecretOccurrence] = []
        var matcher = SecretMatcher(units)
        var start = 0
        while let index = search.pairs.next(in: units, from: start) {
            start = index + 1
            guard let match = longest(at: index, &matcher),
                !PlaceholderTable.hasPlaceholder(at: index..<match.end, in: units)
            else { continue }
            found.append(occurrence(of: search.secrets[match.secret], at: index..<match.end, in: units))
            if stopsAtFirst { break }
            start = match.end
        }
        return found
    }

    private func longest<Units>(
        at start: Int, _ matcher: inout SecretMatcher<Units>
    ) -> SecretMatcher<Units>.Match? {
        let exact = matcher.longest(at: start, of: search.exact)
        let caseless = matcher.longest(at: start, of: search.caseless)
        guard let exact, let caseless else { return exact ?? caseless }
        return exact.end > caseless.end ? exact : caseless
    }

    private func occurrence<Units: TextUnits>(
        of secret: KnownSecret, at range: Range<Int>, in units: Units
    ) -> SecretOccurrence {
        SecretOccurrence(
            range: units.byteRange(of: range), secret: secret,
            encoding: Self.description(of: range.map { units[$0] }, secret.value)
        ) { units.encode(Array($0.utf8)) }
    }

    /// Returns the form of an occurrence, for messages.
    private static func description(of units: [UInt32], _ value: String) -> String {
        let isPlain =
            units.elementsEqual(value.unicodeScalars.map(\.value))
            || units.elementsEqual(value.utf8.map { UInt32($0) })
        if isPlain { return "in plain text" }
        let forms: [(character: Unicode.Scalar, form: String)] = [
            ("%", "percent-encoded"), ("\\", "JSON-escaped"), ("&", "XML-escaped"), ("+", "percent-encoded"),
            ("=", "quoted-printable"),
        ]
        let form = forms.first { form in
            units.contains(form.character.value) && !value.unicodeScalars.contains(form.character)
        }
        if let form { return form.form }
        return units.contains { $0.beginsEscape } ? "escaped" : "in another case or character set"
    }
}

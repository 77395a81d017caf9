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

    /// Finds the secrets in bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - depth: The number of encodings in which the bytes were.
    /// - Returns: The occurrences, in no order.
    mutating func find(in bytes: UnsafeRawBufferPointer, depth: Int = 0) -> [SecretOccurrence] {
        var found = find(in: ByteUnits(bytes: bytes), depth)
        if stopsAtFirst, !found.isEmpty { return found }
        let hasZero = ByteSearch.first(UInt8(0), in: bytes, from: 0) != nil
        for encoding in WideUnits.encodings where hasZero || search.hasOtherCharacters && encoding.width == 2
        {
            for start in 0..<encoding.width {
                found += find(in: WideUnits(bytes: bytes, encoding: encoding, start: start), depth)
                    .map { $0.encoded(in: encoding.name) }
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
}

// MARK: - Text

extension SecretFinder {
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

extension SecretOccurrence {
    /// Returns the occurrence with the name of a character encoding, unless a search found digits there.
    fileprivate func encoded(in name: String) -> SecretOccurrence {
        var occurrence = self
        occurrence.encoding += ", in \(name)"
        return occurrence
    }
}

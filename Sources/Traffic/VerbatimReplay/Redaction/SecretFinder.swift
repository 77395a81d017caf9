import Foundation
import VerbatimHAR

/// One search of bytes, and of everything that is encoded in them.
///
/// Bytes are read as text with escapes. What else they can encode is decoded and searched in the same way:
/// digits, text in UTF-16, compressed data, and escapes of these. So encodings are decoded in any sequence,
/// up to limits that the search reports where it reached them.
struct SecretFinder {
    /// The number of encodings within one another that are decoded.
    static let maximumDepth = 6
    /// The numbers of bytes that are decoded, and decompressed, at least, and for each byte of the text.
    private static let maximumWork = (decoded: 16 << 20, decompressed: 128 << 20, factor: 24)

    let search: SecretSearch
    /// Whether the first occurrence ends the search.
    let stopsAtFirst: Bool
    /// Whether compressed data is searched.
    private let inflates: Bool
    /// The work left for decompression.
    private var inflation = InflateBudget(0)
    /// The work left to find which occurrences are in compressed data.
    private var protection = InflateBudget()
    /// The number of bytes that may still be decoded.
    private var work = Self.maximumWork.decoded
    /// The reasons for which the search was partial.
    private(set) var limits: [String] = []

    init(_ search: SecretSearch, stopsAtFirst: Bool = false, inflates: Bool = false) {
        self.search = search
        self.stopsAtFirst = stopsAtFirst
        self.inflates = inflates
    }

    /// Returns the secrets in bytes, and in all that they encode.
    mutating func find(in bytes: UnsafeRawBufferPointer) -> [SecretOccurrence] {
        let perText = bytes.count * Self.maximumWork.factor
        work += perText
        inflation = InflateBudget(Self.maximumWork.decompressed + perText)
        return find(in: bytes, 0)
    }

    private mutating func find(in bytes: UnsafeRawBufferPointer, _ depth: Int) -> [SecretOccurrence] {
        var found = findPlain(in: bytes)
        if stopsAtFirst, !found.isEmpty { return found }
        if EncodingSigns.mayEncode(bytes, minimumLength) { findEncoded(in: bytes, depth, &found) }
        if !stopsAtFirst || found.isEmpty { findCompressed(in: bytes, depth, &found) }
        if !found.isEmpty { CompressedFormat.protect(&found, in: bytes, budget: &protection) }
        return found
    }

    /// Finds values in decoded bytes, unless a limit is reached. Only bytes that look encoded again are worth
    /// a report.
    private mutating func find(
        decoded bytes: UnsafeRawBufferPointer, _ depth: Int, isCertain: @autoclosure () -> Bool
    ) -> [SecretOccurrence] {
        guard depth < Self.maximumDepth else {
            if isCertain() { report(limit: "more than \(Self.maximumDepth) encodings within one another") }
            return []
        }
        work -= bytes.count
        guard work >= 0 else {
            report(limit: "more encoded data than \(Self.maximumWork.factor) times the text")
            return []
        }
        return find(in: bytes, depth + 1)
    }

    /// Adds a reason for which the search was partial.
    private mutating func report(limit: String) {
        if !limits.contains(limit) { limits.append(limit) }
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
    /// Finds values whose characters are escaped or not.
    private func findPlain(in bytes: UnsafeRawBufferPointer) -> [SecretOccurrence] {
        var found: [SecretOccurrence] = []
        var matcher = SecretMatcher(bytes)
        var start = 0
        while let index = search.pairs.next(in: bytes, from: start) {
            start = index + 1
            guard let match = longest(at: index, &matcher),
                !PlaceholderTable.hasPlaceholder(at: index..<match.end, in: bytes)
            else { continue }
            found.append(search.occurrence(of: match.spelling, at: index..<match.end, in: bytes))
            if stopsAtFirst { break }
            start = match.end
        }
        return found
    }

    private func longest(at start: Int, _ matcher: inout SecretMatcher) -> SecretMatcher.Match? {
        let exact = matcher.longest(at: start, of: search.exact)
        let caseless = matcher.longest(at: start, of: search.caseless)
        guard let exact, let caseless else { return exact ?? caseless }
        return exact.end > caseless.end ? exact : caseless
    }
}

// MARK: - Encodings

extension SecretFinder {
    /// The least number of bytes of a value, or of data that may contain one if it is decompressed.
    private var minimumLength: Int {
        inflates ? min(search.minimumLength, Self.minimumCompressed) : search.minimumLength
    }

    /// The length of the shortest data that is decompressed.
    static let minimumCompressed = 12

    /// Whether a run of digits is no word, and no repetition of a few.
    private static func areCertain(_ digits: Slice<UnsafeRawBufferPointer>) -> Bool {
        digits.count >= 32 && Set(digits.prefix(128)).count >= 8
    }

    /// Finds values in all that a text encodes but compressed data.
    private mutating func findEncoded(
        in bytes: UnsafeRawBufferPointer, _ depth: Int, _ found: inout [SecretOccurrence]
    ) {
        let minimum = max(2, RadixCoding.base64.digits(of: minimumLength))
        DigitRuns(bytes, minimum: minimum).forEach { digits, source in
            find(in: digits, depth, source, &found)
            return !stopsAtFirst || found.isEmpty
        }
        guard !stopsAtFirst || found.isEmpty else { return }
        var inner: [SecretOccurrence] = []
        WideText.forEach(in: bytes) { text in
            inner += find(in: text.decoded, depth, "in \(text.encoding.name)", text.encoding.encode)
            return !stopsAtFirst || inner.isEmpty
        }
        if let joined = DecodedBytes.joiningLines(of: bytes) {
            inner += find(in: joined, depth, "in broken lines")
        }
        StreamedStrings(bytes).forEach { string in
            guard string.bytes.count >= minimumLength else { return true }
            inner += string.bytes.withUnsafeBytes { find(decoded: $0, depth, isCertain: true) }
                .compactMap { string.occurrence($0, in: bytes) }
            return !stopsAtFirst || inner.isEmpty
        }
        for family in EscapedPart.families where !stopsAtFirst || inner.isEmpty {
            EscapedPart.forEach(in: bytes, family.introducer) { part in
                inner += find(in: part, depth, family.form)
                return !stopsAtFirst || inner.isEmpty
            }
        }
        guard !inner.isEmpty else { return }
        // What was found without decoding is replaced without encoding.
        let known = ByteRanges(found.map(\.range))
        found += inner.filter { !known.overlap($0.range) }
    }

    /// Finds values in bytes that were decoded from some of a text.
    private mutating func find(
        in decoded: DecodedBytes, _ depth: Int, _ form: String,
        _ encode: @escaping ([UInt8]) -> [UInt8] = { $0 }
    ) -> [SecretOccurrence] {
        decoded.bytes.withUnsafeBytes { find(decoded: $0, depth, isCertain: true) }
            .map { $0.encoded(form, decoded.source(of: $0.range), encode) }
    }

    /// Finds values in what digits encode, unless nothing was found in the same digits before.
    private mutating func find(
        in digits: UnsafeRawBufferPointer, _ depth: Int, _ source: (Range<Int>) -> Range<Int>,
        _ found: inout [SecretOccurrence]
    ) {
        let key = SearchedDigits.Key(digits, depth, inflates)
        if let key, let cost = search.searched.cost(of: key), spend(cost) { return }
        let before = (found: found.count, work: work, inflation: inflation.remaining)
        for coding in RadixCoding.all { find(in: digits, coding, depth, source, &found) }
        guard let key, found.count == before.found, limits.isEmpty else { return }
        search.searched.insert(
            key, .init(decoded: before.work - work, inflated: before.inflation - inflation.remaining))
    }

    /// Spends the work that a search took before, or returns false if there is not so much left.
    private mutating func spend(_ cost: SearchedDigits.Cost) -> Bool {
        guard work >= cost.decoded, inflation.remaining > cost.inflated else { return false }
        work -= cost.decoded
        inflation.spend(cost.inflated)
        return true
    }

    /// Finds values in what digits encode in one way.
    private mutating func find(
        in digits: UnsafeRawBufferPointer, _ coding: RadixCoding, _ depth: Int,
        _ source: (Range<Int>) -> Range<Int>, _ found: inout [SecretOccurrence]
    ) {
        coding.forEachRun(of: digits, minimum: coding.digits(of: minimumLength)) { run in
            for bit in coding.offsets {
                let inner = coding.decode(run, from: bit) {
                    find(decoded: $0, depth, isCertain: Self.areCertain(run))
                }
                found += inner.map { $0.encoded(as: coding, in: run, from: bit, source) }
            }
            return !stopsAtFirst || found.isEmpty
        }
    }
}

/// The signs of encodings. Read as digits, an ordinary word decodes to bytes that have none, and need no
/// further search.
private enum EncodingSigns {
    /// The bytes that are counted: of escapes, of strings and events, and of wide text.
    private static let counted = Array("%\\&=\":\0".utf8)
    /// For each byte, a number with a one in the place of that byte among the counted ones, and in the
    /// highest place if runs of digits have it.
    private static let weights: [UInt64] = (0...UInt8.max).map { byte in
        let isInRun =
            RadixCoding.base64.value(of: byte) != RadixCoding.noDigit || "%\\&#;=\r\n \t".utf8.contains(byte)
        let place = counted.firstIndex(of: byte).map { UInt64(1) << UInt64(8 * $0) } ?? 0
        return place | (isInRun ? 1 << 56 : 0)
    }

    /// Returns whether bytes may encode others, of at least a number, which are always fewer.
    static func mayEncode(_ bytes: UnsafeRawBufferPointer, _ minimum: Int) -> Bool {
        guard bytes.count > minimum else { return false }
        // More would overflow, and nearly always have a sign.
        guard bytes.count < 256 else { return true }
        var (counts, run, longest) = (UInt64(0), 0, 0)
        weights.withUnsafeBufferPointer { weights in
            for byte in bytes {
                let weight = weights[Int(byte)]
                counts += weight & (1 << 56 - 1)
                run = weight >> 56 == 0 ? 0 : run + 1
                longest = max(longest, run)
            }
        }
        if longest >= RadixCoding.base64.digits(of: minimum) { return true }
        guard counts > 0 else { return false }
        func count(_ place: Int) -> Int { Int(counts >> UInt64(8 * place) & 0xff) }
        let (quotes, colons, zeros) = (count(4), count(5), count(6))
        // A string in pieces has two in quotes, two in one that is escaped, or two in the data of events.
        return (0..<4).contains { count($0) >= EscapedPart.minimumCount } || zeros >= WideText.minimumCount
            || quotes >= 4 || quotes >= 2 && count(1) > 0 || colons >= 2
            || (0..<4).contains { count($0) > 0 } && EscapeReader.mayHaveSoftBreak(in: bytes)
    }
}

// MARK: - Compressed data

extension SecretFinder {
    /// Finds values in compressed data, where they cannot be replaced.
    private mutating func findCompressed(
        in bytes: UnsafeRawBufferPointer, _ depth: Int, _ found: inout [SecretOccurrence]
    ) {
        guard inflates else { return }
        if let name = CompressedFormat.unread(bytes, isDecoded: depth > 0) {
            report(limit: "\(name) is not decompressed")
        }
        guard bytes.count >= Self.minimumCompressed else { return }
        var position = 0
        while let stream = CompressedFormat.next(in: bytes, from: position) {
            let content = Inflate(
                UnsafeRawBufferPointer(rebasing: bytes[stream.start...]), budget: &inflation)
            let range = stream.offset..<(stream.start + content.consumed)
            // Other bytes can look like the beginning of such data.
            let isData = stream.isCertain || content.isComplete || range.upperBound == bytes.count
            let inner = content.output.withUnsafeBytes { output in
                guard isData else { return findPlain(in: output) }
                // Decompression has a limit of its own.
                work += output.count
                return find(decoded: output, depth, isCertain: stream.isCertain)
            }
            found += inner.map { $0.refused("in \(stream.name)", range) }
            guard !inflation.isExhausted else {
                let (megabytes, factor) = (Self.maximumWork.decompressed >> 20, Self.maximumWork.factor)
                let most = "\(megabytes) MB and \(factor) times the text"
                return report(limit: "more compressed data than \(most)")
            }
            position = content.isComplete && stream.isCertain ? range.upperBound : stream.offset + 1
        }
    }
}

import Foundation

/// Finds the values of secrets in bytes, however they are written.
///
/// - Characters are found as they are or escaped, in any mixture and nested (``EscapeReader``), in UTF-8,
///   Latin-1, UTF-16 and UTF-32.
/// - The digits of base64, base32 and hexadecimal are decoded, and what they encode is searched in turn.
/// - Gzip, zlib, DEFLATE and zip are decompressed and searched, if the caller asks for it.
///
/// Every reading is tried, and none is assumed from a media type. The cost is linear in the number of bytes
/// and does not depend on the number of secrets. A value that was cut into pieces, reversed or encrypted is
/// not found.
struct SecretSearch: Sendable {
    /// The secrets, in the order in which they were added.
    private(set) var secrets: [KnownSecret] = []
    private var values: Set<[UInt8]> = []
    /// The values that are found in their own case only.
    private(set) var exact = SecretTable(ignoresCase: false)
    /// The values that are found in any case.
    private(set) var caseless = SecretTable(ignoresCase: true)
    private(set) var pairs = PairFilter()
    /// Whether a value has characters that are not ASCII.
    private(set) var hasOtherCharacters = false
    /// The least number of bytes of a value in any encoding.
    private(set) var minimumLength = Int.max

    init(_ secrets: [KnownSecret] = []) {
        for secret in secrets { insert(secret) }
    }

    /// Whether there is nothing to find.
    var isEmpty: Bool { minimumLength == .max }

    /// Adds a secret, unless its value is known or has one character only.
    mutating func insert(_ secret: KnownSecret) {
        guard values.insert(Array(secret.value.utf8)).inserted else { return }
        for spelling in secret.spellings where spelling.count > 1 {
            if secret.ignoresCase {
                caseless.insert(spelling, of: secrets.count)
            } else {
                exact.insert(spelling, of: secrets.count)
            }
            pairs.insert(spelling[0], spelling[1], ignoresCase: secret.ignoresCase)
            minimumLength = min(minimumLength, spelling.count)
            if spelling.contains(where: { $0 >= 0x80 }) { hasOtherCharacters = true }
        }
        secrets.append(secret)
    }

    /// Whether bytes contain a secret.
    func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isEmpty else { return false }
        if occursPlainly(in: ByteUnits(bytes: bytes)) { return true }
        guard mayBeEncoded(in: bytes) else { return false }
        var finder = SecretFinder(self, stopsAtFirst: true)
        return !finder.find(in: bytes).isEmpty
    }

    /// Whether a text contains a secret that is not encoded as a whole.
    private func occursPlainly(in units: ByteUnits) -> Bool {
        var matcher = SecretMatcher(units)
        var start = 0
        while let index = pairs.next(in: units, from: start) {
            let match = matcher.longest(at: index, of: exact) ?? matcher.longest(at: index, of: caseless)
            if let match, !PlaceholderTable.hasPlaceholder(at: index..<match.end, in: units) { return true }
            start = index + 1
        }
        return false
    }

    /// Whether bytes have something to decode.
    private func mayBeEncoded(in bytes: UnsafeRawBufferPointer) -> Bool {
        if hasOtherCharacters || ByteSearch.first(UInt8(0), in: bytes, from: 0) != nil { return true }
        var mayBeEncoded = false
        DigitRun.forEach(in: ByteUnits(bytes: bytes), minimum: minimumDigits) {
            isWorthDecoding($0)
        } _: { _ in
            mayBeEncoded = true
            return false
        }
        return mayBeEncoded
    }

    /// The least number of base64 digits of a value.
    var minimumDigits: Int { max(2, RadixCoding.base64.digits(of: minimumLength)) }

    /// Whether some digits encode something to search.
    func isWorthDecoding(_ digits: UnitDigits<some TextUnits>) -> Bool {
        let nested = minimumDigits
        return RadixCoding.all.contains { coding in
            var isWorthwhile = false
            coding.forEachRun(of: digits, minimum: coding.digits(of: minimumLength)) { run in
                isWorthwhile = pairs.bits(of: digits[run], coding, orDigits: nested) != 0
                return !isWorthwhile
            }
            return isWorthwhile
        }
    }

    /// Replaces every secret that can be replaced. Bytes without one are returned uncopied.
    ///
    /// - Parameter placeholder: Returns the placeholder of a secret.
    func redact(_ bytes: Data, placeholder: (KnownSecret) -> String) -> Data {
        guard !isEmpty else { return bytes }
        return bytes.withUnsafeBytes { buffer in
            var finder = SecretFinder(self)
            let occurrences = SecretFinder.separate(finder.find(in: buffer))
            guard !occurrences.isEmpty else { return bytes }
            var output = Data(capacity: buffer.count)
            var start = 0
            for occurrence in occurrences {
                guard let new = occurrence.replacement(placeholder(occurrence.secret)) else { continue }
                output.append(contentsOf: buffer[start..<occurrence.range.lowerBound])
                output.append(contentsOf: new)
                start = occurrence.range.upperBound
            }
            output.append(contentsOf: buffer[start...])
            return output
        }
    }
}

/// An occurrence of a secret in bytes.
struct SecretOccurrence {
    /// The bytes that contain the value.
    var range: Range<Int>
    let secret: KnownSecret
    /// The form of the value, for messages: `percent-encoded, in base64`.
    var encoding: String
    /// Returns the bytes to write instead, in the same encoding, or nil if there are none.
    var replacement: (_ placeholder: String) -> [UInt8]?
}

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
        var finder = SecretFinder(self, stopsAtFirst: true)
        return !finder.find(in: bytes).isEmpty
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

    /// Replaces every secret that can be replaced with its placeholder. Bytes without one are not copied.
    func redact(_ bytes: Data, placeholder: (KnownSecret) -> String) -> Data {
        guard !isEmpty else { return bytes }
        let edits: [ByteEdit] = bytes.withUnsafeBytes { buffer in
            var finder = SecretFinder(self)
            return SecretFinder.separate(finder.find(in: buffer)).compactMap { occurrence in
                occurrence.replacement(placeholder(occurrence.secret)).map { (occurrence.range, $0) }
            }
        }
        return bytes.applying(edits)
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

/// A secret whose value is known.
struct KnownSecret: Sendable {
    let name: String
    let value: String

    /// The length in bytes from which a value is found in upper case, lower case or a mixture of them.
    ///
    /// Hosts are lowercased and hexadecimal keys uppercased on their way. A shorter value can be a word,
    /// which is no secret in another case.
    static let minimumCaselessLength = 12

    var ignoresCase: Bool { value.utf8.count >= Self.minimumCaselessLength }

    /// The Unicode scalars of the value, as given, composed and decomposed, each once.
    var spellings: [[UInt32]] {
        var spellings = [value.unicodeScalars.map(\.value)]
        guard value.utf8.contains(where: { $0 >= 0x80 }) else { return spellings }
        for text in [value.precomposedStringWithCanonicalMapping, value.decomposedStringWithCanonicalMapping]
        {
            let spelling = text.unicodeScalars.map(\.value)
            if !spellings.contains(spelling) { spellings.append(spelling) }
        }
        return spellings
    }
}

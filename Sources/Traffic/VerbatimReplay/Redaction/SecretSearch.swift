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
    /// A way to write a value, as characters or as bytes.
    struct Spelling: Sendable {
        var secret: Int
        /// The encoding of its bytes, or nil if they are characters.
        var encoding: WideText.Encoding?
    }

    /// The secrets, in the order in which they were added.
    private(set) var secrets: [KnownSecret] = []
    private var spellings: [Spelling] = []
    private var values: Set<[UInt8]> = []
    /// The values that are found in their own case only.
    private(set) var exact = SecretTable(ignoresCase: false)
    /// The values that are found in any case.
    private(set) var caseless = SecretTable(ignoresCase: true)
    private(set) var pairs = PairFilter()
    /// The least number of bytes of a value in any encoding.
    private(set) var minimumLength = Int.max
    /// The digits that encode none of these values.
    private(set) var searched = SearchedDigits()

    init(_ secrets: [KnownSecret] = []) {
        for secret in secrets { insert(secret) }
    }

    var isEmpty: Bool { minimumLength == .max }

    /// Adds a secret, unless its value is known or has one character only.
    mutating func insert(_ secret: KnownSecret) {
        guard values.insert(Array(secret.value.utf8)).inserted else { return }
        secrets.append(secret)
        searched = SearchedDigits()
        for spelling in secret.spellings where spelling.count > 1 {
            insert(spelling)
            minimumLength = min(minimumLength, spelling.count)
            // Text in UTF-16 is recognized by its zeros, which other characters do not have.
            guard spelling.contains(where: { $0 >= 0x80 }) else { continue }
            for encoding in WideText.Encoding.utf16 { insert(encoding.bytes(of: spelling), encoding) }
        }
    }

    private mutating func insert(_ characters: [UInt32], _ encoding: WideText.Encoding? = nil) {
        let ignoresCase = secrets.last?.ignoresCase == true
        if ignoresCase {
            caseless.insert(characters, of: spellings.count)
        } else {
            exact.insert(characters, of: spellings.count)
        }
        pairs.insert(characters[0], characters[1], ignoresCase: ignoresCase)
        spellings.append(Spelling(secret: secrets.count - 1, encoding: encoding))
    }

    /// Returns an occurrence of a spelling.
    func occurrence(
        of spelling: Int, at range: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) -> SecretOccurrence {
        let spelling = spellings[spelling]
        let secret = secrets[spelling.secret]
        guard let encoding = spelling.encoding else {
            let form = secret.form(of: bytes[range])
            return SecretOccurrence(range: range, secret: secret, encoding: form) { Array($0.utf8) }
        }
        return SecretOccurrence(
            range: range, secret: secret, encoding: "in plain text, in \(encoding.name)"
        ) { encoding.encode(Array($0.utf8)) }
    }

    /// Whether bytes contain a secret.
    func occurs(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard !isEmpty else { return false }
        var finder = SecretFinder(self, stopsAtFirst: true)
        return !finder.find(in: bytes).isEmpty
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

struct SecretOccurrence {
    var range: Range<Int>
    let secret: KnownSecret
    /// The form of the value, for messages: `percent-encoded, in base64`.
    var encoding: String
    /// Returns the bytes to write instead, in the same encoding, or nil if there are none.
    var replacement: (_ placeholder: String) -> [UInt8]?
}

extension SecretOccurrence {
    /// Returns an occurrence in decoded bytes as one in the bytes that encode them.
    func encoded(
        _ form: String, _ range: Range<Int>, _ encode: @escaping ([UInt8]) -> [UInt8]
    ) -> SecretOccurrence {
        SecretOccurrence(range: range, secret: secret, encoding: "\(encoding), \(form)") {
            replacement($0).map(encode)
        }
    }

    /// Returns an occurrence in compressed data, in which it cannot be replaced.
    func refused(_ form: String, _ range: Range<Int>) -> SecretOccurrence {
        SecretOccurrence(range: range, secret: secret, encoding: "\(encoding), \(form)") { _ in nil }
    }

    /// Returns an occurrence in what some digits encode, of which the first byte begins at a bit, as one in a
    /// text. The source of a range of digits is their range in the text.
    func encoded(
        as coding: RadixCoding, in digits: Slice<UnsafeRawBufferPointer>, from bit: Int,
        _ source: (Range<Int>) -> Range<Int>
    ) -> SecretOccurrence {
        let changed = coding.digits(of: range, from: bit)
        let start = digits.startIndex
        let replace = coding.replacement(of: range, in: digits, from: bit)
        return SecretOccurrence(
            range: source((start + changed.lowerBound)..<(start + changed.upperBound)), secret: secret,
            encoding: "\(encoding), in \(coding.name)"
        ) { placeholder in
            for zeros in 0..<(1 << 6) {
                let placeholder = PlaceholderTable.padding(placeholder, zeros: zeros)
                guard let bytes = replacement(placeholder) else { return nil }
                if let new = replace(bytes) { return new }
            }
            return nil
        }
    }
}

struct KnownSecret: Sendable {
    let name: String
    let value: String

    /// The length in bytes from which a value is found in upper case, lower case or a mixture of them.
    ///
    /// Hosts are lowercased and hexadecimal keys uppercased on their way. A shorter value can be a word,
    /// which is no secret in another case.
    static let minimumCaselessLength = 12

    var ignoresCase: Bool { value.utf8.count >= Self.minimumCaselessLength }

    /// Returns the form in which the value is written in a text, for messages.
    func form(of text: Slice<UnsafeRawBufferPointer>) -> String {
        if text.elementsEqual(value.utf8) { return "in plain text" }
        let forms = EscapedPart.families + [(UInt8(ascii: "+"), "percent-encoded")]
        let form = forms.first { text.contains($0.introducer) && !value.utf8.contains($0.introducer) }
        if let form { return form.form }
        return text.contains { UInt32($0).beginsEscape } ? "escaped" : "in another case or character set"
    }

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

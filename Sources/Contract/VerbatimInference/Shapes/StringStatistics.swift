import VerbatimFormats
import VerbatimJSON
import VerbatimRegex

/// Narrows down the traits of the strings at one location while they are read.
///
/// Unsafe code: strings are buffers. Invariant: that of the extension of `UnsafeBufferPointer<UInt8>`.
struct StringStatistics {
    private(set) var count = 0
    private(set) var empty = 0
    /// The traits that all strings so far have.
    private var candidates = Trait.all
    /// The date formats of the strings so far, as a set.
    private var dates: UInt64 = 0
    private(set) var values: [Value] = []
    private var lastValue = 0
    /// The marks of different strings, as many as show a format.
    private var samples: Set<UInt32> = []

    private typealias Trait = StringFacts.Traits

    /// A distinct string with its frequency.
    struct Value {
        let text: [UInt8]
        let prefix: UInt64
        var count = 1
        var responses = 1
        var lastResponse: Int

        mutating func count(in response: Int) {
            count &+= 1
            guard lastResponse != response else { return }
            lastResponse = response
            responses &+= 1
        }
    }

    private static let longestValue = 64

    /// Counts a string.
    @inline(__always)
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, in response: Int, isDateNamed: Bool) {
        count &+= 1
        if text.isEmpty { empty &+= 1 }
        if !candidates.isEmpty { narrow(text, response, isDateNamed) }
    }

    private mutating func narrow(_ text: UnsafeBufferPointer<UInt8>, _ response: Int, _ isDateNamed: Bool) {
        guard let first = text.first else {
            candidates = []
            values = []
            return
        }
        if candidates.contains(.uri), first != UInt8(ascii: "h") || !isWebLink(text) {
            candidates.remove(.uri)
        }
        if candidates.contains(.uuid), !Format.uuid.accepts(ByteSpan(text)) {
            candidates.remove(.uuid)
        }
        if candidates.contains(.email),
            !text.contains(UInt8(ascii: "@")) || !Format.email.accepts(ByteSpan(text))
        {
            candidates.remove(.email)
        }
        if candidates.contains(.ipv4), !first.isDigit || !Format.ipv4.accepts(ByteSpan(text)) {
            candidates.remove(.ipv4)
        }
        if samples.count < StringFacts.sampleLimit, !candidates.isDisjoint(with: Trait.formats) {
            samples.insert(text.mark)
        }
        if candidates.contains(.date) { narrowDate(text, isDateNamed) }
        if !candidates.isDisjoint(with: [.integer, .decimal]) { narrowNumber(text) }
        if candidates.contains(.nameLike), !countValue(text, in: response) {
            candidates.remove(.nameLike)
            values = []
        }
    }

    private func isWebLink(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = text.prefixWord
        return (start == Self.httpsPrefix || start & 0xff_ffff_ffff_ffff == Self.httpPrefix)
            && Format.uri.accepts(ByteSpan(text))
    }

    /// `https://` and `http://` as little-endian words.
    private static let httpsPrefix: UInt64 = 0x2f2f_3a73_7074_7468
    private static let httpPrefix: UInt64 = 0x2f_2f3a_7074_7468

    private mutating func narrowDate(_ text: UnsafeBufferPointer<UInt8>, _ isDateNamed: Bool) {
        let formats = DateFormat.formats(of: ByteSpan(text), isNamed: isDateNamed)
        if formats == 0 { candidates.remove(.date) } else { dates |= formats }
    }

    private mutating func narrowNumber(_ text: UnsafeBufferPointer<UInt8>) {
        var digits = text[...]
        if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
        let whole = digits.prefix(while: \.isDigit)
        let isCanonical = !whole.isEmpty && (whole.count == 1 || whole.first != UInt8(ascii: "0"))
        if whole.count == digits.count, isCanonical { return }
        candidates.remove(.integer)
        let fraction = digits.dropFirst(whole.count + 1)
        let hasPoint =
            whole.count < digits.count && digits[digits.startIndex + whole.count] == UInt8(ascii: ".")
        if !isCanonical || !hasPoint || fraction.isEmpty || !fraction.allSatisfy(\.isDigit) {
            candidates.remove(.decimal)
        }
    }

    /// Counts a value that looks like a name.
    ///
    /// - Returns: Whether it does, and there are not too many values.
    private mutating func countValue(_ text: UnsafeBufferPointer<UInt8>, in response: Int) -> Bool {
        guard text.count <= Self.longestValue else { return false }
        let prefix = text.prefixWord
        if lastValue < values.count, values[lastValue].matches(text, prefix) {
            values[lastValue].count(in: response)
            return true
        }
        if let index = values.firstIndex(where: { $0.matches(text, prefix) }) {
            lastValue = index
            values[index].count(in: response)
            return true
        }
        guard values.count < StringFacts.valueLimit, text.looksLikeName else { return false }
        values.append(Value(text: Array(text), prefix: prefix, lastResponse: response))
        return true
    }

    /// The results.
    var facts: StringFacts {
        var facts = StringFacts()
        (facts.count, facts.empty, facts.samples) = (count, empty, samples)
        (facts.traits, facts.dates) = (candidates, candidates.contains(.date) ? dates : 0)
        let sorted = values.sorted { $0.text.lexicographicallyPrecedes($1.text) }
        facts.values = sorted.map {
            .init(text: String(decoding: $0.text, as: UTF8.self), count: $0.count, responses: $0.responses)
        }
        return facts
    }
}

extension StringStatistics.Value {
    @inline(__always)
    fileprivate func matches(_ other: UnsafeBufferPointer<UInt8>, _ otherPrefix: UInt64) -> Bool {
        prefix == otherPrefix && text.count == other.count
            && (other.count <= 8 || text.withUnsafeBufferPointer { $0.hasSameBytes(as: other) })
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// A number of 32 bits that most other texts do not have, the same in each run: the hash FNV-1.
    fileprivate var mark: UInt32 {
        UInt32(truncatingIfNeeded: reduce(UInt64(count)) { ($0 &* 1_099_511_628_211) ^ UInt64($1) })
    }
}

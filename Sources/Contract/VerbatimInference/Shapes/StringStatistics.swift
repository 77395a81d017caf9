import VerbatimSchema

/// What is still true of all strings at one location.
struct StringStatistics {
    private(set) var count = 0
    private(set) var empty = 0
    private var alive = Trait.all
    private var dates: UInt64 = 0
    private(set) var values: [Seen] = []
    private var lastValue = 0

    /// What all strings so far may have in common.
    private struct Trait: OptionSet {
        let rawValue: UInt8
        static let uri = Trait(rawValue: 1)
        static let uuid = Trait(rawValue: 2)
        static let date = Trait(rawValue: 4)
        static let integer = Trait(rawValue: 8)
        static let decimal = Trait(rawValue: 16)
        static let named = Trait(rawValue: 32)
        static let all: Trait = [.uri, .uuid, .date, .integer, .decimal, .named]
    }

    /// One of a few values.
    struct Seen {
        let text: [UInt8]
        let prefix: UInt64
        var count = 1
        var answers = 1
        var lastAnswer: Int

        mutating func count(in answer: Int) {
            count &+= 1
            guard lastAnswer != answer else { return }
            lastAnswer = answer
            answers &+= 1
        }
    }

    /// More values than this are no enumeration.
    private static let valueLimit = 16
    static let longestValue = 40

    /// Counts a string; at least eight more bytes can be read behind it.
    @inline(__always)
    mutating func add(_ text: UnsafeBufferPointer<UInt8>, in answer: Int, isDateNamed: Bool) {
        count &+= 1
        if text.isEmpty { empty &+= 1 }
        if !alive.isEmpty { narrow(text, answer, isDateNamed) }
    }

    private mutating func narrow(_ text: UnsafeBufferPointer<UInt8>, _ answer: Int, _ isDateNamed: Bool) {
        guard let first = text.first else {
            alive = []
            values = []
            return
        }
        if alive.contains(.uri), first != UInt8(ascii: "h") || !isLink(text) { alive.remove(.uri) }
        if alive.contains(.uuid), !TextForm.isUUID(text.span) {
            alive.remove(.uuid)
        }
        if alive.contains(.date) { narrowDate(text, isDateNamed) }
        if !alive.isDisjoint(with: [.integer, .decimal]) { narrowNumber(text) }
        if alive.contains(.named), !note(text, in: answer) {
            alive.remove(.named)
            values = []
        }
    }

    private func isLink(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = text.prefixWord
        return (start == Self.secureStart || start & 0xff_ffff_ffff_ffff == Self.plainStart)
            && TextForm.isURI(text.span)
    }

    /// `https://`, and `http://`, as words.
    private static let secureStart: UInt64 = 0x2f2f_3a73_7074_7468
    private static let plainStart: UInt64 = 0x2f_2f3a_7074_7468

    private mutating func narrowDate(_ text: UnsafeBufferPointer<UInt8>, _ isNamed: Bool) {
        let forms = DateForm.forms(of: text.span, isNamed: isNamed)
        if forms == 0 { alive.remove(.date) } else { dates |= forms }
    }

    private mutating func narrowNumber(_ text: UnsafeBufferPointer<UInt8>) {
        var digits = text[...]
        if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
        let whole = digits.prefix { $0 &- 0x30 < 10 }
        let isCanonical = !whole.isEmpty && (whole.count == 1 || whole.first != UInt8(ascii: "0"))
        if whole.count == digits.count, isCanonical { return }
        alive.remove(.integer)
        let fraction = digits.dropFirst(whole.count + 1)
        let hasPoint =
            whole.count < digits.count && digits[digits.startIndex + whole.count] == UInt8(ascii: ".")
        if !isCanonical || !hasPoint || fraction.isEmpty || !fraction.allSatisfy({ $0 &- 0x30 < 10 }) {
            alive.remove(.decimal)
        }
    }

    /// Notes a value that looks like a name; false when it does not, or when there are too many.
    private mutating func note(_ text: UnsafeBufferPointer<UInt8>, in answer: Int) -> Bool {
        guard text.count <= Self.longestValue else { return false }
        let prefix = text.prefixWord
        if lastValue < values.count, values[lastValue].matches(text, prefix) {
            values[lastValue].count(in: answer)
            return true
        }
        if let index = values.firstIndex(where: { $0.matches(text, prefix) }) {
            lastValue = index
            values[index].count(in: answer)
            return true
        }
        guard values.count < Self.valueLimit, text.looksLikeName else { return false }
        values.append(Seen(text: Array(text), prefix: prefix, lastAnswer: answer))
        return true
    }

    /// What came of it.
    var facts: TextFacts {
        var facts = TextFacts()
        facts.count = count
        facts.empty = empty
        guard count > 0 else { return facts }
        facts.format = alive.contains(.uri) ? "uri" : alive.contains(.uuid) ? "uuid" : nil
        facts.datePatterns = alive.contains(.date) ? DateForm.patterns(of: dates) : []
        facts.number = alive.contains(.integer) ? .integer : alive.contains(.decimal) ? .decimal : nil
        let sorted = values.sorted { $0.text.lexicographicallyPrecedes($1.text) }
        facts.values = sorted.map {
            .init(text: String(decoding: $0.text, as: UTF8.self), count: $0.count, answers: $0.answers)
        }
        return facts
    }
}

extension StringStatistics.Seen {
    @inline(__always)
    fileprivate func matches(_ other: UnsafeBufferPointer<UInt8>, _ otherPrefix: UInt64) -> Bool {
        prefix == otherPrefix && text.count == other.count
            && (other.count <= 8 || text.withUnsafeBufferPointer { $0.hasSameBytes(as: other) })
    }
}

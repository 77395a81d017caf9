import Foundation
import VerbatimFormats
import VerbatimRegex

/// A date format that inference recognizes, with the pattern for the contract.
struct DateFormat: Sendable {
    /// The Unicode pattern.
    let pattern: String
    /// Whether numbers have this format too, so that only the name of a property can show that its values are
    /// dates.
    let needsName: Bool
    private let check: DatePattern

    private init?(_ pattern: String, needsName: Bool = false) {
        guard let check = try? DatePattern(pattern) else { return nil }
        self.pattern = pattern
        self.needsName = needsName
        self.check = check
    }

    /// Every format; its index is its bit in a set.
    static let all: [DateFormat] =
        [
            DateFormat("yyyy", needsName: true), DateFormat("yyyy-MM", needsName: true),
            DateFormat("yyyy-MM-dd"),
            DateFormat("yyyy/MM/dd"), DateFormat("yyyy-MM-dd HH:mm:ss"),
            DateFormat("yyyy-MM-dd HH:mm:ss 'Etc/GMT'"),
            DateFormat("yyyy-MM-dd'T'HH:mmXXX"), DateFormat("yyyy-MM-dd'T'HH:mm:ss"),
            DateFormat("yyyy-MM-dd'T'HH:mm:ssXXX"), DateFormat("yyyy-MM-dd'T'HH:mm:ssZ"),
            DateFormat(httpDate),
        ].compactMap { $0 } + fractions

    /// The format of dates in HTTP headers: https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7
    static let httpDate = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"

    private static let fractions = (1...9).flatMap { digits in
        ["", "XXX", "Z"].compactMap { zone in
            DateFormat("yyyy-MM-dd'T'HH:mm:ss." + String(repeating: "S", count: digits) + zone)
        }
    }

    /// The set of formats for each length of a text.
    private static let byLength: [UInt64] = (0...longest).map { length in
        all.indices.reduce(0) { set, index in
            all[index].lengths.contains(length) ? set | 1 << UInt64(index) : set
        }
    }

    private static let longest = 40

    /// The numbers of bytes of a text in this format; an offset is `Z`, `+0100` or `+01:00`.
    private var lengths: [Int] {
        let fixed = pattern.replacing("'", with: "").utf8.count
        if pattern.hasSuffix("XXX") { return [fixed - 2, fixed + 3] }
        return [pattern.hasSuffix("Z") ? fixed + 4 : fixed]
    }

    /// The formats of a text, as a set.
    ///
    /// - Parameter isNamed: Whether the name of the property shows that it is a date.
    static func formats(of text: ByteSpan, isNamed: Bool) -> UInt64 {
        guard text.count <= longest else { return 0 }
        var found: UInt64 = 0
        var rest = byLength[text.count]
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            let format = all[index]
            if isNamed || !format.needsName, format.check.matches(text) { found |= 1 << UInt64(index) }
        }
        return found
    }

    /// The patterns of a set, in the order of `all`.
    static func patterns(of set: UInt64) -> [String] {
        all.indices.filter { set >> UInt64($0) & 1 != 0 }.map { all[$0].pattern }
    }

    /// Some patterns, in the order of `all`.
    static func sorted(_ patterns: Set<String>) -> [String] {
        all.map(\.pattern).filter(patterns.contains)
    }

    /// The number of digits in the fractions of seconds of a pattern.
    static func fractionDigits(of pattern: String) -> Int { pattern.count { $0 == "S" } }

    /// Some patterns with those of shorter fractions, as many APIs leave out zeros at the end, and with those
    /// of partial dates if others are. Milliseconds have three digits, unless they have fewer here.
    ///
    /// - Parameter fractionDigits: The greatest number of digits in the fractions of seconds of any date.
    static func shortened(
        _ patterns: [String], arePartial: Bool = false, fractionDigits: Int = 0
    ) -> [String] {
        if arePartial, patterns == ["yyyy-MM-dd"] { return ["yyyy", "yyyy-MM"] + patterns }
        let digits = patterns.map(Self.fractionDigits)
        guard digits.contains(where: { ![0, 3].contains($0) }) else { return patterns }
        let longest = max(3, fractionDigits, digits.max() ?? 0)
        let shorter = patterns.flatMap { pattern -> [String] in
            guard let fraction = pattern.firstRange(of: /S+/) else { return [pattern] }
            return (1...longest).map { count in
                pattern.replacingCharacters(in: fraction, with: String(repeating: "S", count: count))
            }
        }
        return sorted(Set(shorter))
    }

    /// The format of JSON Schema that all dates in some patterns have.
    static func format(of patterns: [String]) -> String? {
        if patterns == ["yyyy-MM-dd"] { return "date" }
        let areTimes = patterns.allSatisfy { $0.hasPrefix("yyyy-MM-dd'T'HH:mm:ss") && $0.hasSuffix("XXX") }
        return areTimes ? "date-time" : nil
    }

    /// Whether only dates match a pattern, so that a few of them prove the format.
    static func isUnambiguous(_ pattern: String) -> Bool {
        all.contains { $0.pattern == pattern && !$0.needsName }
    }

    /// Whether the name of a property suggests that its values are dates.
    static func isDateName(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        name.indices.contains { start in
            words.contains { word in
                word.count <= name.count - start
                    && word.indices.allSatisfy { name[start + $0] | 0x20 == word[$0] }
            }
        }
    }

    private static let words = [
        "date", "year", "month", "time", "publish", "release", "created", "updated", "modified",
    ].map { Array($0.utf8) }
}

import VerbatimJSON
import VerbatimRegex

/// IP addresses.
enum IPAddress {
    /// `dotted-quad`. https://www.rfc-editor.org/rfc/rfc2673#section-3.2
    static func isVersion4(_ text: ByteSpan) -> Bool {
        var index = 0
        return version4(text, &index) && index == text.count
    }

    private static func version4(_ text: ByteSpan, _ index: inout Int) -> Bool {
        for part in 0..<4 {
            if part > 0, !text.consume(".", &index) { return false }
            let start = index
            var value = 0
            while index < text.count, index - start < 3, text[index].isDigit {
                value = value * 10 + Int(text[index] - 0x30)
                index += 1
            }
            guard index > start, value < 256, text[start] != 0x30 || index - start == 1 else { return false }
        }
        return true
    }

    /// Eight groups, of which one run of zeros may be omitted and the last two may be in dotted-quad
    /// notation.
    /// https://www.rfc-editor.org/rfc/rfc4291#section-2.2
    static func isVersion6(_ text: ByteSpan) -> Bool {
        var index = 0
        var groups = 0
        var hasGap = false
        if text.consume(":", &index) {
            guard text.consume(":", &index) else { return false }
            hasGap = true
        }
        while index < text.count {
            let start = index
            guard 1...4 ~= text.skip(&index, while: \.isHexDigit) else { return false }
            groups += 1
            if index == text.count { break }
            if text[index] == UInt8(ascii: ".") {
                index = start
                guard version4(text, &index), index == text.count else { return false }
                groups += 1
                break
            }
            guard text.consume(":", &index), index < text.count else { return false }
            if text.consume(":", &index) {
                guard !hasGap else { return false }
                hasGap = true
            }
        }
        return hasGap ? groups < 8 : groups == 8
    }
}

import VerbatimJSON
import VerbatimRegex

/// URI templates of any level. https://www.rfc-editor.org/rfc/rfc6570#section-2
enum URITemplate {
    static func matches(_ text: ByteSpan) -> Bool {
        var index = 0
        while index < text.count {
            guard text.consume("{", &index) ? expression(text, &index) : literals(text, &index) else {
                return false
            }
        }
        return true
    }

    /// `literals` of section 2.1, with the apostrophe of erratum 6937.
    private static let literalBytes = ASCIISet(lettersDigitsAnd: "!#$&'()*+,-./:;=?@[]_~")

    private static func literals(_ text: ByteSpan, _ index: inout Int) -> Bool {
        let start = index
        return URIReference.skip(text, &index, literalBytes, .ucscharOrPrivate) && index > start
    }

    /// Matches an expression after its opening brace. Sections 2.2 to 2.4
    private static func expression(_ text: ByteSpan, _ index: inout Int) -> Bool {
        if index < text.count, operators.contains(text[index]) { index += 1 }
        repeat {
            guard variable(text, &index) else { return false }
            if text.consume("*", &index) { continue }
            if text.consume(":", &index), !prefixLength(text, &index) { return false }
        } while text.consume(",", &index)
        return text.consume("}", &index)
    }

    private static let operators = Set("+#./;?&=,!@|".utf8)

    /// `varname`: letters, digits, `_` and percent-encoded octets, separated by single dots.
    private static func variable(_ text: ByteSpan, _ index: inout Int) -> Bool {
        repeat {
            let start = index
            while index < text.count {
                if text[index].isLetterOrDigit || text[index] == UInt8(ascii: "_") {
                    index += 1
                } else if text[index] == UInt8(ascii: "%") {
                    guard URIReference.percentEncoded(text, &index) else { return false }
                } else {
                    break
                }
            }
            guard index > start else { return false }
        } while text.consume(".", &index)
        return true
    }

    /// `max-length`: 1 to 9999, without a leading zero.
    private static func prefixLength(_ text: ByteSpan, _ index: inout Int) -> Bool {
        let start = index
        return 1...4 ~= text.skip(&index, while: \.isDigit) && text[start] != UInt8(ascii: "0")
    }
}

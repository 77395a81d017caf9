/// URI templates of any level. https://www.rfc-editor.org/rfc/rfc6570#section-2
enum URITemplate {
    static func matches(_ text: Span<UInt8>) -> Bool {
        var index = 0
        while index < text.count {
            guard text.take("{", &index) ? expression(text, &index) : literals(text, &index) else {
                return false
            }
        }
        return true
    }

    /// Section 2.1, with the apostrophe that erratum 6937 adds.
    private static let literalBytes = ASCIISet(lettersDigitsAnd: "!#$&'()*+,-./:;=?@[]_~")

    private static func literals(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
        let start = index
        return URIReference.skip(text, &index, literalBytes, .ucscharOrPrivate) && index > start
    }

    /// Sections 2.2 to 2.4; the opening brace was read.
    private static func expression(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
        if index < text.count, operators.contains(text[index]) { index += 1 }
        repeat {
            guard variable(text, &index) else { return false }
            if text.take("*", &index) { continue }
            if text.take(":", &index), !prefixLength(text, &index) { return false }
        } while text.take(",", &index)
        return text.take("}", &index)
    }

    private static let operators = Set("+#./;?&=,!@|".utf8)

    /// `varname`: letters, digits, `_` and percent-encoded octets, with single dots between.
    private static func variable(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
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
        } while text.take(".", &index)
        return true
    }

    /// `max-length`: 1 to 9999, without a leading zero.
    private static func prefixLength(_ text: Span<UInt8>, _ index: inout Int) -> Bool {
        let start = index
        return 1...4 ~= text.skip(&index, while: \.isDigit) && text[start] != UInt8(ascii: "0")
    }
}

import VerbatimJSON
import VerbatimRegex

/// Email addresses: `Mailbox` of SMTP, and its internationalized form.
///
/// https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 and
/// https://www.rfc-editor.org/rfc/rfc6531#section-3.3
enum EmailAddress {
    static func matches(_ text: ByteSpan, international: Bool) -> Bool {
        var index = 0
        let isLocalPart =
            text.count > 0 && text[0] == UInt8(ascii: "\"")
            ? quotedString(text, &index, international) : dotString(text, &index, international)
        // A local part has at most 64 octets: RFC 5321 section 4.5.3.1.1.
        guard isLocalPart, index <= 64, text.consume("@", &index), index < text.count else { return false }
        let domain = text.extracting(index..<text.count)
        return domain[0] == UInt8(ascii: "[") ? isAddressLiteral(domain) : isDomain(domain, international)
    }

    private static let atext = ASCIISet(lettersDigitsAnd: "!#$%&'*+-/=?^_`{|}~")

    private static func dotString(_ text: ByteSpan, _ index: inout Int, _ international: Bool) -> Bool {
        repeat {
            let length = text.skip(&index) { atext.contains($0) || international && $0 >= 0x80 }
            guard length > 0 else { return false }
        } while text.consume(".", &index)
        return true
    }

    private static func quotedString(_ text: ByteSpan, _ index: inout Int, _ international: Bool) -> Bool {
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            if text[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < text.count, 0x20...0x7E ~= text[index] || international && text[index] >= 0x80
            else { return false }
            index += 1
        }
        return text.consume("\"", &index)
    }

    /// `sub-domain *("." sub-domain)`, at most 255 octets (section 4.5.3.1.2).
    private static func isDomain(_ text: ByteSpan, _ international: Bool) -> Bool {
        guard text.count <= 255 else { return false }
        var index = 0
        repeat {
            let start = index
            let length = text.skip(&index) {
                $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || international && $0 >= 0x80
            }
            guard length > 0, international || length <= 63, text[start] != UInt8(ascii: "-"),
                text[index - 1] != UInt8(ascii: "-")
            else { return false }
        } while text.consume(".", &index)
        return index == text.count
    }

    /// `address-literal`. https://www.rfc-editor.org/rfc/rfc5321#section-4.1.3
    private static func isAddressLiteral(_ text: ByteSpan) -> Bool {
        guard text.count > 2, text[text.count - 1] == UInt8(ascii: "]") else { return false }
        let inside = text.extracting(1..<(text.count - 1))
        guard let colon = inside.firstIndex(of: ":") else { return IPAddress.isVersion4(inside) }
        let value = inside.extracting((colon + 1)..<inside.count)
        if isIPv6Tag(inside.extracting(0..<colon)) { return IPAddress.isVersion6(value) }
        var index = 0
        let tag = inside.skip(&index) { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        guard tag == colon, tag > 0, inside[colon - 1] != UInt8(ascii: "-"), value.count > 0 else {
            return false
        }
        index = 0
        return value.skip(&index) { 0x21...0x5A ~= $0 || 0x5E...0x7E ~= $0 } == value.count
    }

    private static func isIPv6Tag(_ tag: ByteSpan) -> Bool {
        let expected: [UInt8] = Array("ipv6".utf8)
        return tag.count == 4 && expected.indices.allSatisfy { tag[$0].lowercased == expected[$0] }
    }
}

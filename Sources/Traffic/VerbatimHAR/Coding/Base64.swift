package import Foundation

/// Base64 as exporters write it.
///
/// RFC 4648, section 4: https://www.rfc-editor.org/rfc/rfc4648#section-4
package enum Base64 {
    /// Decodes text in the standard or the URL-safe alphabet, with or without padding and line breaks.
    /// Returns the bytes, or nil if the text has any other character or an impossible length.
    package static func decode(_ text: String) -> Data? {
        if let data = Data(base64Encoded: text) { return data }
        var digits: [UInt8] = []
        digits.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"): continue
            case UInt8(ascii: "-"): digits.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): digits.append(UInt8(ascii: "/"))
            default: digits.append(byte)
            }
        }
        let padding = UInt8(ascii: "=")
        let last = digits.lastIndex { $0 != padding } ?? -1
        guard digits.count - last <= 3 else { return nil }
        digits.removeSubrange((last + 1)...)
        digits += repeatElement(padding, count: -digits.count & 3)
        return Data(base64Encoded: Data(digits))
    }
}

import VerbatimJSON
import VerbatimRegex

/// Host names in ASCII, and internationalized host names.
///
/// https://www.rfc-editor.org/rfc/rfc1123#section-2.1 and https://www.rfc-editor.org/rfc/rfc5891#section-4
enum HostName {
    /// Returns whether a text is a name of LDH labels; labels with the prefix `xn--` must be A-labels.
    static func isHostName(_ text: ByteSpan) -> Bool {
        guard 1...253 ~= text.count else { return false }
        var start = 0
        var hasALabelPrefix = false
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ".") {
            guard isLDH(text.extracting(start..<index)) else { return false }
            hasALabelPrefix = hasALabelPrefix || hasPrefix(text.extracting(start..<index))
            start = index + 1
        }
        return !hasALabelPrefix || isValid(UTF8Scalar.all(text).split(separator: 0x2E).map(Array.init))
    }

    private static func isLDH(_ label: ByteSpan) -> Bool {
        guard 1...63 ~= label.count, label[0] != UInt8(ascii: "-"),
            label[label.count - 1] != UInt8(ascii: "-")
        else { return false }
        var index = 0
        return label.skip(&index) { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") } == label.count
    }

    private static func hasPrefix(_ label: ByteSpan) -> Bool {
        label.count >= 4 && label[0].lowercased == UInt8(ascii: "x")
            && label[1].lowercased == UInt8(ascii: "n")
            && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
    }

    /// Returns whether a text is a name of U-labels, A-labels and LDH labels, separated by the four dots of
    /// RFC 3490 section 3.1.
    static func isInternationalHostName(_ text: ByteSpan) -> Bool {
        // Each character takes at least one octet of the ASCII form, and at most four bytes here. The cost of
        // that form grows with the square of the length.
        guard text.count <= 4 * 253 else { return false }
        let dots: Set<UInt32> = [0x2E, 0x3002, 0xFF0E, 0xFF61]
        let labels = UTF8Scalar.all(text)
            .split(omittingEmptySubsequences: false, whereSeparator: dots.contains).map(Array.init)
        var length = labels.count - 1
        for label in labels {
            let ascii = label.allSatisfy { $0 < 0x80 } ? label.map { UInt8($0) } : asciiForm(label)
            guard ascii.withByteSpan(isLDH), !hasReservedHyphens(label) || ascii.withByteSpan(hasPrefix)
            else { return false }
            length += ascii.count
        }
        return length <= 253 && isValid(labels)
    }

    private static func asciiForm(_ label: [UInt32]) -> [UInt8] {
        Array("xn--".utf8) + Punycode.encode(label)
    }

    /// Returns whether the third and fourth character are hyphens. RFC 5891 section 4.2.3.1
    private static func hasReservedHyphens(_ label: [UInt32]) -> Bool {
        label.count >= 4 && label[2] == 0x2D && label[3] == 0x2D
    }

    /// Returns whether labels whose ASCII forms are LDH labels form a valid name.
    private static func isValid(_ labels: [[UInt32]]) -> Bool {
        var decoded: [[UInt32]] = []
        for label in labels {
            let ascii = label.map { UInt8(truncatingIfNeeded: $0) }
            if label.allSatisfy({ $0 < 0x80 }), ascii.withByteSpan(hasPrefix) {
                guard let unicode = unicodeForm(label) else { return false }
                decoded.append(unicode)
            } else {
                decoded.append(label)
            }
        }
        return decoded.allSatisfy { label in
            label.allSatisfy { $0 < 0x80 } || InternationalLabel.isValid(label) && !hasReservedHyphens(label)
        } && BidiRule.isSatisfied(by: decoded)
    }

    /// Returns the U-label of an A-label; nil if decoding and encoding it does not yield the same label.
    private static func unicodeForm(_ label: [UInt32]) -> [UInt32]? {
        guard let unicode = Punycode.decode(Array(label.dropFirst(4))),
            unicode.contains(where: { $0 >= 0x80 })
        else { return nil }
        let lowercased = label.map { UInt8(truncatingIfNeeded: $0).lowercased }
        return asciiForm(unicode) == lowercased ? unicode : nil
    }
}

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
    /// notation. https://www.rfc-editor.org/rfc/rfc4291#section-2.2
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

import Foundation

/// Bytes that were decoded from others, with the origin of each.
struct DecodedBytes {
    /// A part of the bytes, of which each comes from as many bytes.
    private struct Piece {
        var start: Int
        var source: Int
        var width: Int
    }

    private(set) var bytes: [UInt8] = []
    private var pieces: [Piece] = []

    /// Appends a byte that was decoded from others.
    mutating func append(_ byte: UInt8, from source: Range<Int>) {
        defer { bytes.append(byte) }
        if let last = pieces.last, last.width == source.count,
            last.source + (bytes.count - last.start) * last.width == source.lowerBound
        {
            return
        }
        pieces.append(Piece(start: bytes.count, source: source.lowerBound, width: source.count))
    }

    /// Appends a scalar in UTF-8, or a byte.
    mutating func append(_ character: UInt32, from source: Range<Int>) {
        guard character >= 0x100, let scalar = Unicode.Scalar(character) else {
            return append(UInt8(truncatingIfNeeded: character), from: source)
        }
        var source = source
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            append(byte, from: source)
            source = source.upperBound..<source.upperBound
        }
    }

    /// Appends bytes that stay as they are.
    mutating func append(_ plain: Slice<UnsafeRawBufferPointer>) {
        guard let first = plain.first else { return }
        append(first, from: plain.startIndex..<(plain.startIndex + 1))
        bytes += plain.dropFirst()
    }

    /// Returns the bytes from which a part, which is not empty, was decoded.
    func source(of range: Range<Int>) -> Range<Int> {
        source(of: range.lowerBound).lowerBound..<source(of: range.upperBound - 1).upperBound
    }

    private func source(of index: Int) -> Range<Int> {
        var (low, high) = (0, pieces.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= index { low = middle } else { high = middle }
        }
        let start = pieces[low].source + (index - pieces[low].start) * pieces[low].width
        return start..<(start + pieces[low].width)
    }
}

// MARK: - Escapes

/// A part of a text in which most that matters is escaped in one way, such as data in a URL.
///
/// A reader of characters finds a secret in escapes by itself. Other encodings within them are decoded from
/// such a part: compressed data, UTF-16, and escapes within many others.
enum EscapedPart {
    /// The ways to escape, by the character that an escape begins with.
    static let families: [(introducer: UInt8, form: String)] = [
        (UInt8(ascii: "%"), "percent-encoded"), (UInt8(ascii: "\\"), "JSON-escaped"),
        (UInt8(ascii: "&"), "XML-escaped"), (UInt8(ascii: "="), "quoted-printable"),
    ]

    /// The number of bytes between two escapes of a part, and of those around it, at most.
    private static let longestGap = 256
    /// The number of bytes of a part for each escape, at most, unless one means no text.
    private static let sparsity = 16
    /// The least number of escapes of a part.
    static let minimumCount = 4

    /// Passes on every part of a text with the escapes of a family, decoded by one level.
    static func forEach(
        in bytes: UnsafeRawBufferPointer, _ introducer: UInt8, _ body: (DecodedBytes) -> Bool
    ) {
        lazy var reader = EscapeReader(bytes: bytes)
        var part = DecodedBytes()
        var (first, count, end, isText) = (0, 0, 0, true)
        var next = ByteSearch.first(introducer, in: bytes, from: 0)
        func finish() -> Bool {
            let isDense = count * sparsity >= part.bytes.count - first
            guard count >= minimumCount, isDense || !isText else { return true }
            part.appendPlain(bytes[end..<min(bytes.count, end + longestGap)], of: introducer)
            return body(part)
        }
        while let start = next {
            guard let escape = escape(at: start, reader) else {
                next = ByteSearch.first(introducer, in: bytes, from: start + 1)
                continue
            }
            if count == 0 || start - end > longestGap {
                guard finish() else { return }
                (part, count, end, isText) = (DecodedBytes(), 0, max(end, start - longestGap), true)
                first = start - end
            }
            part.appendPlain(bytes[end..<start], of: introducer)
            part.append(escape.character, from: start..<escape.end)
            // A backslash before a byte that is no text is found in any bytes.
            isText = isText && (escape.end == start + 2 || 0x09...0x7e ~= escape.character)
            (count, end) = (count + 1, escape.end)
            next = ByteSearch.first(introducer, in: bytes, from: end)
        }
        _ = finish()
    }

    private static let escapedQuote = Array("\\\"".utf8)

    /// Reads one escape whose characters are not escaped.
    private static func escape(at start: Int, _ reader: EscapeReader) -> EscapeReader.Reading? {
        if ByteSearch.begins(escapedQuote, in: reader.bytes, at: start) { return (0x22, start + 2) }
        guard let reading = reader.longest(at: start, levels: 1, where: { _ in true }),
            reading.end > start + 1
        else { return nil }
        guard 0xd800...0xdbff ~= reading.character,
            let low = reader.longest(at: reading.end, levels: 1, where: { 0xdc00...0xdfff ~= $0 })
        else { return reading }
        return (0x10000 + (reading.character - 0xd800) << 10 + low.character - 0xdc00, low.end)
    }
}

extension DecodedBytes {
    /// Returns a text without the line breaks that mean nothing, or nil if it has none.
    static func joiningLines(of bytes: UnsafeRawBufferPointer) -> DecodedBytes? {
        lazy var reader = EscapeReader(bytes: bytes)
        var joined = DecodedBytes()
        var (start, index) = (0, 0)
        while index + 1 < bytes.count {
            guard EscapeReader.mayBeSoftBreak(at: index, in: bytes), let end = reader.softBreak(at: index)
            else {
                index += 1
                continue
            }
            joined.append(bytes[start..<index])
            (start, index) = (end, end)
        }
        guard start > 0 else { return nil }
        joined.append(bytes[start...])
        return joined
    }

    /// Appends bytes without escapes. With percent signs, `+` is a space.
    fileprivate mutating func appendPlain(_ plain: Slice<UnsafeRawBufferPointer>, of introducer: UInt8) {
        guard introducer == "%" else { return append(plain) }
        for index in plain.indices {
            append(plain[index] == "+" ? UInt8(ascii: " ") : plain[index], from: index..<(index + 1))
        }
    }
}

// MARK: - Wide text

/// A part of some bytes that is text in UTF-16 or UTF-32, or in UTF-16 several times.
struct WideText {
    /// An encoding with units of several bytes.
    struct Encoding: Sendable {
        let width: Int
        let isBigEndian: Bool

        static let utf16 = [Encoding(width: 2, isBigEndian: false), Encoding(width: 2, isBigEndian: true)]

        var name: String { width == 2 ? "UTF-16" : "UTF-32" }

        /// Returns ASCII characters in this encoding.
        func encode(_ ascii: [UInt8]) -> [UInt8] {
            let zeros = [UInt8](repeating: 0, count: width - 1)
            return ascii.flatMap { isBigEndian ? zeros + [$0] : [$0] + zeros }
        }

        /// Returns the bytes of scalars in UTF-16.
        func bytes(of scalars: [UInt32]) -> [UInt32] {
            scalars.compactMap(Unicode.Scalar.init).flatMap { UTF16.encode($0).map(Array.init) ?? [] }
                .flatMap { unit in
                    let (high, low) = (UInt32(unit >> 8), UInt32(unit & 0xff))
                    return isBigEndian ? [high, low] : [low, high]
                }
        }

        fileprivate func unit(of bytes: UnsafeRawBufferPointer, at start: Int) -> UInt32 {
            (0..<width).reduce(0) { unit, index in
                unit << 8 | UInt32(bytes[isBigEndian ? start + index : start + width - 1 - index])
            }
        }
    }

    let encoding: Encoding
    private(set) var decoded = DecodedBytes()

    /// The number of characters that are not ASCII between two that are, at most.
    private static let longestGap = 8
    /// The least number of ASCII characters, which half of the text are.
    static let minimumCount = 4

    private init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ encoding: Encoding) {
        self.encoding = encoding
        let width = encoding.width
        var start = range.lowerBound
        while start + width <= range.upperBound {
            var end = start + width
            var character = encoding.unit(of: bytes, at: start)
            if 0xd800...0xdbff ~= character, end + width <= range.upperBound {
                let low = encoding.unit(of: bytes, at: end)
                if 0xdc00...0xdfff ~= low {
                    character = 0x10000 + (character - 0xd800) << 10 + low - 0xdc00
                    end += width
                }
            }
            decoded.append(character, from: start..<end)
            start = end
        }
    }

    /// Passes on every part that can be text, decoded, until the body returns false.
    static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (WideText) -> Bool) {
        forEachPart(in: bytes) { zeros, width in
            // The zeros are before the characters of one byte order, and after those of the other.
            [false, true].allSatisfy { isBigEndian in
                let first = zeros.lowerBound - (isBigEndian ? 0 : 1)
                let margin = longestGap * width
                let start = first - min(margin, max(0, first) / width * width)
                let range = max(0, start)..<min(bytes.count, zeros.upperBound + margin)
                return body(WideText(bytes, range, Encoding(width: width, isBigEndian: isBigEndian)))
            }
        }
    }

    /// The zeros of ASCII characters in a part that can be text, from the first to the last of them.
    private struct Zeros {
        let width: Int
        var range = 0..<0
        var count = 0

        var isText: Bool { count >= WideText.minimumCount && count * 2 * width >= range.count }

        /// Adds the zeros of the next character, unless they are not at the distance of some characters.
        mutating func append(_ zeros: Range<Int>) -> Bool {
            let isNext =
                zeros.lowerBound - range.upperBound < WideText.longestGap * width
                && (zeros.lowerBound - range.lowerBound) % width == 0
            guard count == 0 || isNext else { return false }
            range = (count == 0 ? zeros.lowerBound : range.lowerBound)..<zeros.upperBound
            count += 1
            return true
        }
    }

    /// Passes on the zeros of every part.
    private static func forEachPart(
        in bytes: UnsafeRawBufferPointer, _ body: (Range<Int>, _ width: Int) -> Bool
    ) {
        var next = ByteSearch.first(0, in: bytes, from: 0)
        guard next != nil else { return }
        var parts = [2, 4, 8].map { Zeros(width: $0) }
        while let start = next {
            var end = start + 1
            while end < bytes.count, bytes[end] == 0 { end += 1 }
            next = ByteSearch.first(0, in: bytes, from: end)
            guard let index = parts.firstIndex(where: { $0.width == end - start + 1 }),
                !parts[index].append(start..<end)
            else { continue }
            let part = parts[index]
            if part.isText, !body(part.range, part.width) { return }
            parts[index] = Zeros(width: part.width)
            _ = parts[index].append(start..<end)
        }
        for part in parts where part.isText { guard body(part.range, part.width) else { return } }
    }
}

/// A whole text in UTF-16, with its byte order mark if it has one.
struct UTF16Text {
    let text: String
    private let encoding: String.Encoding

    /// Decodes bytes, unless they are in another encoding or would change if they were encoded again.
    init?(_ bytes: Data) {
        let isZero = bytes.prefix(4).map { $0 == 0 }
        if bytes.starts(with: [0xff, 0xfe]) || isZero == [false, true, false, true] {
            encoding = .utf16LittleEndian
        } else if bytes.starts(with: [0xfe, 0xff]) || isZero == [true, false, true, false] {
            encoding = .utf16BigEndian
        } else {
            return nil
        }
        guard let text = String(data: bytes, encoding: encoding), text.data(using: encoding) == bytes else {
            return nil
        }
        self.text = text
    }

    func encode(_ text: String) -> Data { text.data(using: encoding) ?? Data() }
}

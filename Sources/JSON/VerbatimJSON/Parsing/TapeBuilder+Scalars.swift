/// Numbers, strings and literals: each is checked in place and becomes one word.
extension TapeBuilder {
    @inline(__always)
    mutating func readString() throws(Failure) {
        let token = cursor
        cursor += 1
        var tag = TapeWord.Tag.string
        while true {
            cursor += TapeBuilder.plainBytes(at: cursor)
            let byte = cursor.pointee
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                tag = TapeWord.Tag.escapedString
                try readEscape()
            } else if byte < 0x20 {
                throw cursor < end ? failure(.controlCharacter(byte)) : unexpected(in: .string)
            } else {
                let length = UTF8Check.length(at: cursor)
                guard length > 0 else { throw failure(.invalidUTF8) }
                cursor += length
            }
        }
        cursor += 1
        tape.append(TapeWord(tag, offset: token - start, length: cursor - token).bits)
    }

    /// Returns the number of bytes that are ASCII but neither control characters, quotation marks nor
    /// backslashes.
    ///
    /// Unsafe code. Invariant: the bytes from `start` on are followed by 64 bytes of padding, the first of
    /// which is zero and therefore ends the scan.
    @inline(__always)
    private static func plainBytes(at start: UnsafePointer<UInt8>) -> Int {
        var offset = 0
        while true {
            let word = UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
            let marks = specialBytes(UInt64(littleEndian: word))
            if marks != 0 { return offset + marks.trailingZeroBitCount >> 3 }
            offset += 8
        }
    }

    /// Sets the high bit of the lowest byte that is not plain, and possibly those of bytes above it.
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5c)
        let low = (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)
        return (low | word) & (ones &* 0x80)
    }

    /// Skips an escape. The position of an error is that of its backslash.
    private mutating func readEscape() throws(Failure) {
        switch cursor[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            cursor += 2
        case UInt8(ascii: "u"):
            guard let unit = Escape.codeUnit(at: cursor + 2) else { throw failure(.invalidEscape) }
            guard unit & 0xf800 == 0xd800 else {
                cursor += 6
                return
            }
            guard unit < 0xdc00, Escape.lowSurrogate(at: cursor + 6) != nil else {
                throw failure(.loneSurrogate)
            }
            cursor += 12
        default:
            throw failure(.invalidEscape)
        }
    }

    @inline(__always)
    mutating func readNumber() throws(Failure) {
        let token = cursor
        if cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
        let leading = cursor.pointee
        try skipDigits()
        guard leading != UInt8(ascii: "0") || !isLonger(token, cursor) else { throw leadingZero(token) }
        var tag = TapeWord.Tag.integer
        if cursor.pointee == UInt8(ascii: ".") {
            tag = TapeWord.Tag.number
            cursor += 1
            try skipDigits()
        }
        if cursor.pointee | 0x20 == UInt8(ascii: "e") {
            tag = TapeWord.Tag.number
            cursor += 1
            if cursor.pointee == UInt8(ascii: "+") || cursor.pointee == UInt8(ascii: "-") { cursor += 1 }
            try skipDigits()
        }
        tape.append(TapeWord(tag, offset: token - start, length: cursor - token).bits)
    }

    /// Returns whether an integer part that begins with a zero has more digits.
    @inline(__always)
    private func isLonger(_ token: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        end - token > (token.pointee == UInt8(ascii: "-") ? 2 : 1)
    }

    @inline(__always)
    private mutating func skipDigits() throws(Failure) {
        let first = cursor
        while cursor.pointee &- UInt8(ascii: "0") < 10 { cursor += 1 }
        guard cursor != first else { throw missingDigit() }
    }

    @inline(never)
    private func missingDigit() -> Failure {
        failure(.invalidNumber(.missingDigit(after: cursor[-1])))
    }

    @inline(never)
    private func leadingZero(_ token: UnsafePointer<UInt8>) -> Failure {
        Failure(reason: .invalidNumber(.leadingZero), offset: token - start)
    }

    @inline(__always)
    mutating func readLiteral(_ context: JSONError.Context) throws(Failure) {
        switch cursor.pointee {
        case UInt8(ascii: "t"): try readLiteral("true", TapeWord.Tag.true)
        case UInt8(ascii: "f"): try readLiteral("false", TapeWord.Tag.false)
        case UInt8(ascii: "n"): try readLiteral("null", TapeWord.Tag.null)
        default: throw unexpected(in: context)
        }
    }

    @inline(__always)
    private mutating func readLiteral(_ name: StaticString, _ tag: UInt64) throws(Failure) {
        let token = cursor
        for index in 0..<name.utf8CodeUnitCount {
            guard cursor.pointee == name.utf8Start[index] else { throw unexpected(in: .literal) }
            cursor += 1
        }
        tape.append(TapeWord(tag, offset: token - start, length: name.utf8CodeUnitCount).bits)
    }
}

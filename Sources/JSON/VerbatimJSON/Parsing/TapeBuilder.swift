/// Reads a document in one pass, without recursion, writes its tape, and reports errors.
///
/// Unsafe code. Invariant: `cursor` lies in the source or at its end. The zeros after the source end every
/// token and are not part of one, so only errors need a comparison with the end: a zero is an error anywhere,
/// and its offset shows whether it is the end of the text. Loads of up to 64 bytes stay inside the padding.
struct TapeBuilder {
    /// The reason of an error, and the offset of its byte.
    struct Failure: Error {
        let reason: JSONError.Reason
        let offset: Int
    }

    let start: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    var cursor: UnsafePointer<UInt8>
    var tape: TapeMemory
    let maximumDepth: Int

    private init(_ source: SourceBytes, maximumDepth: Int) {
        start = source.base
        end = source.base + source.count
        cursor = source.base
        tape = TapeMemory(capacity: source.count / 8 + 16)
        self.maximumDepth = maximumDepth
    }

    static func build(_ source: SourceBytes, maximumDepth: Int) throws(Failure) -> Tape {
        guard source.count <= TapeWord.largestOffset else { throw Failure(reason: .tooLarge, offset: 0) }
        var builder = TapeBuilder(source, maximumDepth: maximumDepth)
        do throws(Failure) {
            try builder.readDocument()
        } catch {
            TapeMemory.release(builder.tape.words)
            throw error
        }
        builder.tape.trim()
        return Tape(source: source, words: builder.tape.words, count: builder.tape.count)
    }

    private mutating func readDocument() throws(Failure) {
        guard !(end - start >= 3 && start[0] == 0xef && start[1] == 0xbb && start[2] == 0xbf) else {
            throw Failure(reason: .byteOrderMark, offset: 0)
        }
        try readValues()
        skipWhiteSpace()
        guard cursor == end else { throw failure(.trailingBytes(found: found())) }
        guard tape.count <= UInt32.max else { throw Failure(reason: .tooLarge, offset: 0) }
    }

    /// Reads the value of the document: each round reads one value and closes the containers that end after
    /// it.
    private mutating func readValues() throws(Failure) {
        var context = JSONError.Context.document
        while true {
            skipWhiteSpace()
            let opened = try readValue(context)
            if opened, !leaveIfEmpty() {
                context = .array
                if tape.isObject {
                    try readName(.object)
                    context = .value
                }
                continue
            }
            try closeFinished()
            if tape.open < 0 { return }
            context = .element
            if tape.isObject {
                try readName(.afterComma)
                context = .value
            }
        }
    }

    /// Reads a scalar, or the opening bracket of a container; returns whether it was a bracket.
    @inline(__always)
    private mutating func readValue(_ context: JSONError.Context) throws(Failure) -> Bool {
        tape.reserve()
        switch cursor.pointee {
        case UInt8(ascii: "\""): try readString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
        case UInt8(ascii: "{"):
            try enter(TapeWord.Tag.object)
            return true
        case UInt8(ascii: "["):
            try enter(TapeWord.Tag.array)
            return true
        default: try readLiteral(context)
        }
        return false
    }

    // MARK: Arrays and objects

    @inline(__always)
    private mutating func enter(_ tag: UInt64) throws(Failure) {
        guard tape.depth < maximumDepth else { throw failure(.tooDeep(limit: maximumDepth)) }
        tape.enter(tag, cursor - start)
        cursor += 1
    }

    /// Leaves the container that was just entered if it is empty, and returns whether it was.
    @inline(__always)
    private mutating func leaveIfEmpty() -> Bool {
        skipWhiteSpace()
        guard cursor.pointee == closingBracket else { return false }
        leave()
        return true
    }

    /// The closing bracket of the innermost container.
    @inline(__always)
    private var closingBracket: UInt8 { tape.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    @inline(__always)
    private mutating func leave() {
        tape.leave()
        cursor += 1
    }

    /// Counts the value just read, closes the containers that end after it, and skips the comma before the
    /// next value.
    @inline(__always)
    private mutating func closeFinished() throws(Failure) {
        while tape.open >= 0 {
            tape.children += 1
            skipWhiteSpace()
            if cursor.pointee == UInt8(ascii: ",") {
                cursor += 1
                skipWhiteSpace()
                return
            }
            guard cursor.pointee == closingBracket else {
                throw unexpected(in: tape.isObject ? .afterMember : .afterElement)
            }
            leave()
        }
    }

    @inline(__always)
    private mutating func readName(_ context: JSONError.Context) throws(Failure) {
        guard cursor.pointee == UInt8(ascii: "\"") else { throw unexpected(in: context) }
        tape.reserve()
        try readString()
        skipWhiteSpace()
        guard cursor.pointee == UInt8(ascii: ":") else { throw unexpected(in: .afterName) }
        cursor += 1
    }

    // MARK: White space and failures

    @inline(__always)
    mutating func skipWhiteSpace() {
        while TapeBuilder.isWhiteSpace(cursor.pointee) { cursor += 1 }
    }

    @inline(__always)
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (1 << UInt64(byte)) & 0x1_0000_2600 as UInt64 != 0
    }

    @inline(never)
    func failure(_ reason: JSONError.Reason) -> Failure { Failure(reason: reason, offset: cursor - start) }

    @inline(never)
    func unexpected(in context: JSONError.Context) -> Failure {
        failure(.unexpected(found: found(), in: context))
    }

    /// Returns the byte or character at the cursor.
    @inline(never)
    func found() -> JSONError.Found {
        guard cursor < end else { return .end }
        guard cursor.pointee >= 0x80 else { return .byte(cursor.pointee) }
        let length = UTF8Check.length(at: cursor)
        guard length > 0 else { return .byte(cursor.pointee) }
        let text = String(decoding: UnsafeBufferPointer(start: cursor, count: length), as: UTF8.self)
        return text.first.map { .character($0) } ?? .byte(cursor.pointee)
    }

    // MARK: Scalars

    @inline(__always)
    mutating func readString() throws(Failure) {
        let token = cursor
        cursor += 1
        var tag = TapeWord.Tag.string
        while true {
            let byte = cursor.pointee
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") {
                tag = TapeWord.Tag.escapedString
                try readEscape()
            } else if byte < 0x20 {
                throw cursor < end ? failure(.controlCharacter(byte)) : unexpected(in: .string)
            } else if byte < 0x80 {
                cursor += 1
            } else {
                let length = UTF8Check.length(at: cursor)
                guard length > 0 else { throw failure(.invalidUTF8) }
                cursor += length
            }
        }
        cursor += 1
        tape.append(TapeWord(tag, offset: token - start, length: cursor - token).bits)
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
        default: throw failure(.invalidEscape)
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
        while cursor.pointee.isDigit { cursor += 1 }
        guard cursor != first else { throw missingDigit() }
    }

    @inline(never)
    private func missingDigit() -> Failure { failure(.invalidNumber(.missingDigit(after: cursor[-1]))) }

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

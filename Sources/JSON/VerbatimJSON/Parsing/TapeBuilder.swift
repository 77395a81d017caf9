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

    /// The node of the innermost open array or object, or -1. Its second word has the node of the one around
    /// it.
    var open = -1
    /// The number of elements or members of the innermost one so far.
    var children = 0
    var depth = 0

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
                if isObject {
                    try readName(.object)
                    context = .value
                }
                continue
            }
            try closeFinished()
            if open < 0 { return }
            context = .element
            if isObject {
                try readName(.afterComma)
                context = .value
            }
        }
    }

    @inline(__always)
    private var isObject: Bool { tape.words[open] & 15 == TapeWord.Tag.object }

    /// Reads a scalar, or the opening bracket of a container; returns whether it was a bracket.
    @inline(__always)
    private mutating func readValue(_ context: JSONError.Context) throws(Failure) -> Bool {
        tape.reserve()
        switch cursor.pointee {
        case UInt8(ascii: "\""):
            try readString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try readNumber()
        case UInt8(ascii: "{"):
            try enter(TapeWord.Tag.object)
            return true
        case UInt8(ascii: "["):
            try enter(TapeWord.Tag.array)
            return true
        default:
            try readLiteral(context)
        }
        return false
    }

    // MARK: Arrays and objects

    @inline(__always)
    private mutating func enter(_ tag: UInt64) throws(Failure) {
        guard depth < maximumDepth else { throw failure(.tooDeep(limit: maximumDepth)) }
        let node = tape.count
        if open >= 0 {
            tape.words[open + 1] |= UInt64(truncatingIfNeeded: children) << 32
        }
        tape.append(TapeWord(tag, offset: cursor - start, length: 0).bits)
        tape.append(UInt64(truncatingIfNeeded: open) & 0xffff_ffff)
        open = node
        children = 0
        depth += 1
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
    private var closingBracket: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

    @inline(__always)
    private mutating func leave() {
        let around = Int(Int32(truncatingIfNeeded: tape.words[open + 1]))
        tape.words[open + 1] =
            UInt64(truncatingIfNeeded: children) << 32 | UInt64(truncatingIfNeeded: tape.count)
        open = around
        children = open >= 0 ? Int(tape.words[open + 1] >> 32) : 0
        if open >= 0 { tape.words[open + 1] &= 0xffff_ffff }
        depth -= 1
        cursor += 1
    }

    /// Counts the value just read, closes the containers that end after it, and skips the comma before the
    /// next value.
    @inline(__always)
    private mutating func closeFinished() throws(Failure) {
        while open >= 0 {
            children += 1
            skipWhiteSpace()
            if cursor.pointee == UInt8(ascii: ",") {
                cursor += 1
                skipWhiteSpace()
                return
            }
            guard cursor.pointee == closingBracket else {
                throw unexpected(in: isObject ? .afterMember : .afterElement)
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
    func failure(_ reason: JSONError.Reason) -> Failure {
        Failure(reason: reason, offset: cursor - start)
    }

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
}

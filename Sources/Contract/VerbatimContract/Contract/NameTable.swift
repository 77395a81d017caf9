@_spi(Tape) import VerbatimJSON

/// Sets of strings, each with a number, found by their bytes in a document without decoding them.
struct NameTable: Sendable {
    /// One of the sets: the slots `start...start + mask`.
    struct Part: BitwiseCopyable, Sendable {
        var start: Int32 = 0
        var mask: Int32 = -1
    }

    private struct Entry: BitwiseCopyable, Sendable {
        let key: Key
        let offset: Int32
        let number: Int32
    }

    /// The length, the first eight bytes and the last eight say almost all about a string.
    fileprivate struct Key: BitwiseCopyable, Hashable, Sendable {
        let first: UInt64
        let last: UInt64
        let count: Int32

        var hash: UInt32 {
            let mixed = (first ^ (last << 23 | last >> 41) &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15
            return UInt32(truncatingIfNeeded: mixed >> 32)
        }
    }

    private var slots: [Int32] = []
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    /// How many strings there are in all sets.
    var count: Int { entries.count }

    /// Adds a set; a string's index among all of them is the order in which it was added.
    mutating func add(_ strings: [(text: String, number: Int)]) -> Part {
        guard !strings.isEmpty else { return Part() }
        var size = 2
        while size < strings.count * 2 { size *= 2 }
        let part = Part(start: Int32(slots.count), mask: Int32(size - 1))
        slots.append(contentsOf: repeatElement(-1, count: size))
        for (text, number) in strings { insert(text, number, into: part) }
        return part
    }

    private mutating func insert(_ text: String, _ number: Int, into part: Part) {
        let padded = Array(text.utf8) + [UInt8](repeating: 0, count: 8)
        let key = padded.withUnsafeBufferPointer { Key($0, count: padded.count - 8) }
        var slot = key.hash & UInt32(part.mask)
        while slots[Int(part.start) + Int(slot)] >= 0 { slot = (slot + 1) & UInt32(part.mask) }
        slots[Int(part.start) + Int(slot)] = Int32(entries.count)
        entries.append(Entry(key: key, offset: Int32(bytes.count), number: Int32(number)))
        bytes += padded.dropLast(8)
    }

    /// The number of an entry.
    func number(of entry: Int) -> Int { Int(entries[entry].number) }

    /// The string of an entry.
    func text(of entry: Int) -> String {
        let start = Int(entries[entry].offset)
        return String(decoding: bytes[start..<start + Int(entries[entry].key.count)], as: UTF8.self)
    }

    /// Finds the entry of a string or name of a document, or nil when it is not in a set.
    func find(_ node: Int, in part: Part, of reader: TapeReader) -> Int? {
        guard part.mask >= 0 else { return nil }
        let (start, count) = reader.plainString(node)
        guard count < 0 else { return find(UnsafeBufferPointer(start: start, count: count), in: part) }
        var decoded = [UInt8](repeating: 0, count: reader.rawString(node).count + 8)
        let length = decoded.withUnsafeMutableBufferPointer { reader.unescape(node, into: $0) }
        return decoded.withUnsafeBufferPointer { find(.init(rebasing: $0.prefix(length)), in: part) }
    }

    /// Unsafe code. Invariant: eight bytes can be read behind the last, as in a document.
    private func find(_ text: UnsafeBufferPointer<UInt8>, in part: Part) -> Int? {
        let key = Key(text, count: text.count)
        var slot = key.hash & UInt32(part.mask)
        while true {
            let entry = Int(slots[Int(part.start) + Int(slot)])
            guard entry >= 0 else { return nil }
            if entries[entry].key == key, text.count <= 16 || isText(text, of: entry) { return entry }
            slot = (slot + 1) & UInt32(part.mask)
        }
    }

    /// Compares what lies between the first and the last eight bytes, in words that may overlap the last.
    private func isText(_ text: UnsafeBufferPointer<UInt8>, of entry: Int) -> Bool {
        guard let other = UnsafeRawPointer(text.baseAddress) else { return true }
        return bytes.withUnsafeBytes { bytes in
            for offset in stride(from: 8, to: text.count - 8, by: 8) {
                let word = bytes.loadUnaligned(
                    fromByteOffset: Int(entries[entry].offset) + offset, as: UInt64.self)
                guard word == (other + offset).loadUnaligned(as: UInt64.self) else { return false }
            }
            return true
        }
    }
}

extension NameTable.Key {
    /// Unsafe code. Invariant: eight bytes can be read from the start of a string, however short it is.
    init(_ text: UnsafeBufferPointer<UInt8>, count: Int) {
        self.count = Int32(truncatingIfNeeded: count)
        guard let start = UnsafeRawPointer(text.baseAddress), count > 0 else {
            (first, last) = (0, 0)
            return
        }
        let word = start.loadUnaligned(as: UInt64.self).littleEndian
        first = count >= 8 ? word : word << UInt64(64 - 8 * count)
        last = count >= 8 ? (start + (count - 8)).loadUnaligned(as: UInt64.self).littleEndian : 0
    }
}

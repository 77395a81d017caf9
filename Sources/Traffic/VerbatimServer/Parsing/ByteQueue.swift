import Foundation

/// A first-in, first-out buffer of bytes.
struct ByteQueue {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The index up to which no end of a line was found; the next search begins here.
    private var searched = 0

    var count: Int { bytes.count - start }
    var capacity: Int { bytes.capacity }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            (start, searched) = (0, 0)
        } else if start > 65_536, start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            (start, searched) = (0, searched - start)
        }
        bytes.append(contentsOf: more)
    }

    /// Removes and returns the bytes through the next LF; nil without an LF.
    mutating func removeLine() -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        return removePrefix(end + 1 - start)
    }

    /// Removes and returns at most `maxLength` bytes.
    mutating func removePrefix(_ maxLength: Int) -> ArraySlice<UInt8> {
        let end = start + min(maxLength, count)
        let prefix = bytes[start..<end]
        (start, searched) = (end, end)
        // An idle connection must not keep the memory of a large body.
        if end == bytes.count, bytes.capacity > 131_072 { self = ByteQueue() }
        return prefix
    }
}

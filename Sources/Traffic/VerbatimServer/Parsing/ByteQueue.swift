import Foundation

/// Bytes in the order they came, taken from the front.
struct ByteQueue {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Where the search for the end of a line goes on: what was searched once is not searched again.
    private var searched = 0

    var count: Int { bytes.count - start }

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

    /// Takes the bytes up to and with the next LF, or nothing while there is none.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        return take(end + 1 - start)
    }

    /// Takes at most so many bytes.
    mutating func take(_ limit: Int) -> ArraySlice<UInt8> {
        let end = start + min(limit, count)
        defer { (start, searched) = (end, end) }
        return bytes[start..<end]
    }
}

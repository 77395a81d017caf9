import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds bytes in bytes.
enum ByteSearch {
    /// The offset of the first occurrence at or after a start, or nil.
    static func first(_ needle: [UInt8], in haystack: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let first = needle.first, let base = haystack.baseAddress else { return nil }
        var start = start
        while start + needle.count <= haystack.count {
            let starts = haystack.count - needle.count - start + 1
            guard let found = memchr(base + start, Int32(first), starts) else { return nil }
            if memcmp(found, needle, needle.count) == 0 { return UnsafeRawPointer(found) - base }
            start = UnsafeRawPointer(found) - base + 1
        }
        return nil
    }

    /// The offset of the first occurrence of one byte at or after a start, or nil.
    static func first(_ byte: UInt8, in haystack: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = haystack.baseAddress, start < haystack.count else { return nil }
        return memchr(base + start, Int32(byte), haystack.count - start).map { UnsafeRawPointer($0) - base }
    }

    /// The offset of the first occurrence, or nil.
    static func first(_ needle: [UInt8], in bytes: Data) -> Int? {
        bytes.withUnsafeBytes { first(needle, in: $0) }
    }

    /// Replaces every occurrence; bytes without one come back as they are, uncopied.
    static func replace(_ needle: [UInt8], with replacement: [UInt8], in bytes: Data) -> Data {
        replace(in: bytes, with: { _ in replacement }) { haystack, start in
            first(needle, in: haystack, from: start).map { $0..<($0 + needle.count) }
        }
    }

    /// Replaces whatever a search finds; bytes in which it finds nothing come back as they are, uncopied.
    ///
    /// - Parameter next: The first occurrence at or after a start, never empty, or nil.
    static func replace(
        in bytes: Data, with replacement: (UnsafeRawBufferPointer.SubSequence) -> [UInt8],
        where next: (UnsafeRawBufferPointer, Int) -> Range<Int>?
    ) -> Data {
        bytes.withUnsafeBytes { haystack in
            guard var found = next(haystack, 0) else { return bytes }
            var output = Data(capacity: haystack.count)
            var start = 0
            while true {
                output.append(contentsOf: haystack[start..<found.lowerBound])
                output.append(contentsOf: replacement(haystack[found]))
                start = found.upperBound
                guard let more = next(haystack, start) else { break }
                found = more
            }
            output.append(contentsOf: haystack[start...])
            return output
        }
    }
}

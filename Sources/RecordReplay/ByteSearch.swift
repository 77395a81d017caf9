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

    /// The offset of the first occurrence, or nil.
    static func first(_ needle: [UInt8], in bytes: Data) -> Int? {
        bytes.withUnsafeBytes { first(needle, in: $0) }
    }

    /// Replaces every occurrence; bytes without one come back as they are, uncopied.
    static func replace(_ needle: [UInt8], with replacement: [UInt8], in bytes: Data) -> Data {
        bytes.withUnsafeBytes { haystack in
            guard var found = first(needle, in: haystack) else { return bytes }
            var output = Data(capacity: haystack.count)
            var start = 0
            while true {
                output.append(contentsOf: haystack[start..<found])
                output.append(contentsOf: replacement)
                start = found + needle.count
                guard let next = first(needle, in: haystack, from: start) else { break }
                found = next
            }
            output.append(contentsOf: haystack[start...])
            return output
        }
    }
}

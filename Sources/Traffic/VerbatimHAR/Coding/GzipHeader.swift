/// The header of data in the format gzip.
///
/// RFC 1952, section 2.3: https://www.rfc-editor.org/rfc/rfc1952#section-2.3
package enum GzipHeader {
    /// Returns the offset of the data in DEFLATE after the header at an offset, or nil if there is no header.
    package static func end(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        guard offset + 10 < bytes.count, bytes[offset] == 0x1f, bytes[offset + 1] == 0x8b,
            bytes[offset + 2] == 8
        else { return nil }
        let flags = bytes[offset + 3]
        var end = offset + 10
        if flags & 4 != 0, end + 2 < bytes.count { end += 2 + (Int(bytes[end]) | Int(bytes[end + 1]) << 8) }
        for text: UInt8 in [8, 16] where flags & text != 0 {
            guard end < bytes.count, let zero = bytes[end...].firstIndex(of: 0) else { return nil }
            end = zero + 1
        }
        if flags & 2 != 0 { end += 2 }
        return end < bytes.count ? end : nil
    }
}

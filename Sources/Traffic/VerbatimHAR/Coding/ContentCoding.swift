package import struct Foundation.Data

/// The content codings of bodies that an exporter has stored as they were transferred: gzip and deflate.
///
/// RFC 9110, section 8.4.1: https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
package enum ContentCoding {
    /// Returns a body without the codings that its `Content-Encoding` lists, as long as it has them; most
    /// exporters store decoded bodies.
    ///
    /// `deflate` means zlib, but some servers send DEFLATE without its header. Only bytes that are no text
    /// are tried as that, as they begin like any others.
    ///
    /// - Returns: The body, or nil if it is compressed and cannot be decompressed whole.
    package static func decode(_ body: Data, as field: String, budget: inout InflateBudget) -> Data? {
        let codings = names(in: field)
        guard !codings.isDisjoint(with: known) else { return body }
        var body = body
        if codings.contains("deflate"), CodingFormat(of: body) == nil, !isText(body) {
            body = inflate(body, budget: &budget) ?? body
        }
        // Every layer is removed, so that a body which is written again and read again stays as it is.
        while let format = CodingFormat(of: body) {
            if let decoded = format.decode(body, budget: &budget) {
                body = decoded
            } else {
                // The two bytes of a header of zlib may be anything else.
                return format == .gzip ? nil : body
            }
        }
        return body
    }

    /// Returns whether every coding of a `Content-Encoding` can be undone, which Brotli and Zstandard cannot.
    static func decodes(_ field: String) -> Bool {
        names(in: field).subtracting(["identity"]).isSubset(of: known)
    }

    private static let known: Set = ["gzip", "x-gzip", "deflate"]

    private static func names(in field: String) -> Set<String> {
        Set(field.split(separator: ",").map { $0.lowercased().filter { $0 != " " } })
    }

    /// Returns the contents of data that is DEFLATE from its first to its last byte, or nil.
    private static func inflate(_ data: Data, budget: inout InflateBudget) -> Data? {
        data.withUnsafeBytes { bytes in
            let content = Inflate(bytes, budget: &budget)
            return content.isComplete && content.consumed == bytes.count ? Data(content.output) : nil
        }
    }

    /// Whether bytes are text in UTF-8 rather than compressed.
    private static func isText(_ bytes: Data) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
            && !bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0a && $0 != 0x0d }
    }

    /// Returns the contents of a gzip file, or nil if it is damaged or the budget is exhausted.
    static func gunzip(_ file: Data, budget: inout InflateBudget) -> Data? {
        CodingFormat.gzip.decode(file, budget: &budget)
    }

    static func isGzip(_ bytes: Data) -> Bool { CodingFormat(of: bytes) == .gzip }
}

/// The formats that have a header to recognize them by.
private enum CodingFormat {
    case gzip
    case zlib

    init?(of bytes: Data) {
        let start = [UInt8](bytes.prefix(3))
        guard start.count == 3 else { return nil }
        if start[0] == 0x1f, start[1] == 0x8b, start[2] == 8 {
            self = .gzip
        } else if start[0] == 0x78, (Int(start[0]) << 8 | Int(start[1])) % 31 == 0, start[1] & 0x20 == 0 {
            self = .zlib
        } else {
            return nil
        }
    }

    /// Decompresses data, all members of a gzip file, and compares the checksums.
    func decode(_ data: Data, budget: inout InflateBudget) -> Data? {
        data.withUnsafeBytes { bytes in
            var decoded = Data()
            var offset = 0
            repeat {
                guard let start = start(in: bytes, at: offset) else { return nil }
                let content = Inflate(UnsafeRawBufferPointer(rebasing: bytes[start...]), budget: &budget)
                let end = start + content.consumed
                guard content.isComplete, let sum = trailer(in: bytes, at: end),
                    sum == checksum(of: content.output)
                else { return nil }
                decoded.append(contentsOf: content.output)
                offset = end + trailerLength
            } while self == .gzip && offset < bytes.count && bytes[offset] != 0
            return decoded
        }
    }

    private func start(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        self == .gzip ? GzipHeader.end(in: bytes, at: offset) : offset + 2
    }

    private var trailerLength: Int { self == .gzip ? 8 : 4 }

    /// Returns the checksum after the data: little-endian in gzip, big-endian in zlib.
    private func trailer(in bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32? {
        guard offset + trailerLength <= bytes.count else { return nil }
        let sum = bytes[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return self == .gzip ? sum.byteSwapped : sum
    }

    private func checksum(of bytes: [UInt8]) -> UInt32 {
        self == .gzip ? Self.crc32(bytes) : Self.adler32(bytes)
    }

    /// RFC 1952, section 8: https://www.rfc-editor.org/rfc/rfc1952#section-8
    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let crcTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : 0xedb8_8320 ^ sum >> 1 }
    }

    /// RFC 1950, section 8.2: https://www.rfc-editor.org/rfc/rfc1950#section-8
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }
}

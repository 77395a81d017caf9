import Foundation
import VerbatimHAR

/// The formats of compressed data.
enum CompressedFormat {
    /// Data in one of the formats that are decompressed.
    struct Stream {
        /// The name of the format, for messages.
        var name: String
        var offset: Int
        /// The offset of the data in DEFLATE.
        var start: Int
        /// Whether no other bytes look like it.
        var isCertain = true
    }

    /// The first two bytes of the formats that are decompressed: gzip, zip and zlib.
    static let magicPairs: [(UInt8, UInt8)] =
        [(0x1f, 0x8b), (0x50, 0x4b)] + zlibFlags.map { (0x78, $0) }

    private static let zlibFlags: [UInt8] = [0x01, 0x5e, 0x9c, 0xda]

    /// Returns the next data at or after an offset, or nil.
    static func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> Stream? {
        if start == 0, let whole = whole(bytes) { return whole }
        var index = start
        while index + 2 < bytes.count {
            switch bytes[index] {
            case 0x1f: if let stream = gzip(in: bytes, at: index) { return stream }
            case 0x50: if let stream = zipEntry(in: bytes, at: index) { return stream }
            case 0x78 where zlibFlags.contains(bytes[index + 1]):
                return Stream(name: "zlib", offset: index, start: index + 2, isCertain: false)
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns all bytes as data whose beginning is recognized only at the start: any zlib (RFC 1950), or
    /// DEFLATE without a header, which servers send as `Content-Encoding: deflate`.
    private static func whole(_ bytes: UnsafeRawBufferPointer) -> Stream? {
        guard bytes.count > 2, gzip(in: bytes, at: 0) == nil, zipEntry(in: bytes, at: 0) == nil else {
            return nil
        }
        let isZlib =
            bytes[0] & 0x0f == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 && bytes[1] & 0x20 == 0
        return isZlib
            ? Stream(name: "zlib", offset: 0, start: 2, isCertain: false)
            : Stream(name: "deflate", offset: 0, start: 0, isCertain: false)
    }

    private static func gzip(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Stream? {
        GzipHeader.end(in: bytes, at: offset).map { Stream(name: "gzip", offset: offset, start: $0) }
    }

    /// An entry of a zip archive that is compressed with DEFLATE. The bytes of a stored one are plain.
    ///
    /// APPNOTE, section 4.3.7: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
    private static func zipEntry(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Stream? {
        guard let header = zipHeader(in: bytes, at: offset), header.method == 8, !header.isEncrypted,
            header.start < bytes.count
        else { return nil }
        return Stream(name: "zip", offset: offset, start: header.start)
    }

    private static func zipHeader(
        in bytes: UnsafeRawBufferPointer, at offset: Int
    ) -> (method: Int, isEncrypted: Bool, start: Int)? {
        guard offset + 30 <= bytes.count, bytes[offset...].starts(with: [0x50, 0x4b, 3, 4]) else {
            return nil
        }
        let start = offset + 30 + little(bytes, offset + 26) + little(bytes, offset + 28)
        return (little(bytes, offset + 8), bytes[offset + 6] & 1 == 1, start)
    }

    private static func little(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    // MARK: Other formats

    private static let unread: [(magic: [UInt8], name: String)] = [
        ([0x28, 0xb5, 0x2f, 0xfd], "zstd"), ([0x42, 0x5a, 0x68], "bzip2"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz"), ([0x04, 0x22, 0x4d, 0x18], "lz4"),
        ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z"), ([0x52, 0x61, 0x72, 0x21, 0x1a, 7], "rar"),
        ([0x1f, 0x9d], "compress"),
    ]

    /// Returns the name of a format that is not decompressed and in which all bytes are, or nil.
    static func unread(_ bytes: UnsafeRawBufferPointer) -> String? {
        if let format = unread.first(where: { bytes.starts(with: $0.magic) }) { return format.name }
        var start = 0
        while let offset = ByteSearch.first([0x50, 0x4b, 3, 4], in: bytes, from: start) {
            if let header = zipHeader(in: bytes, at: offset) {
                if header.isEncrypted { return "an encrypted zip entry" }
                if header.method != 0, header.method != 8 { return "zip method \(header.method)" }
            }
            start = offset + 4
        }
        return nil
    }
}

// MARK: - Searching

extension SecretFinder {
    /// Finds values in compressed data, in which none can be replaced.
    mutating func findCompressed(in bytes: UnsafeRawBufferPointer, _ depth: Int) -> [SecretOccurrence] {
        var found: [SecretOccurrence] = []
        if let name = CompressedFormat.unread(bytes) { report(limit: "\(name) is not decompressed") }
        var position = 0
        while let stream = CompressedFormat.next(in: bytes, from: position), var budget = inflation {
            guard depth < Self.maximumDepth else {
                if stream.isCertain { reportDepth() }
                position = stream.offset + 1
                continue
            }
            let compressed = UnsafeRawBufferPointer(rebasing: bytes[stream.start...])
            let content = Inflate(compressed, budget: &budget)
            inflation = budget
            if budget.isExhausted { report(limit: "more compressed data than 128 MB") }
            let end = stream.start + content.consumed
            let inner = content.output.withUnsafeBytes { find(in: $0, depth: depth + 1) }
            found += inner.map { $0.compressed(in: stream.name, stream.offset..<end) }
            position = content.isComplete && stream.isCertain ? end : stream.offset + 1
            if budget.isExhausted { break }
        }
        return found
    }
}

extension SecretOccurrence {
    /// Returns an occurrence in decompressed bytes as one in the compressed ones.
    fileprivate func compressed(in name: String, _ range: Range<Int>) -> SecretOccurrence {
        SecretOccurrence(range: range, secret: secret, encoding: "\(encoding), in \(name)") { _ in nil }
    }
}

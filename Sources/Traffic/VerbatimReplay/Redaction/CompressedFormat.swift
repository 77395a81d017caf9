import Foundation
import VerbatimHAR

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

    private static let zipMagic: [UInt8] = [0x50, 0x4b, 3, 4]

    private static func zipHeader(
        in bytes: UnsafeRawBufferPointer, at offset: Int
    ) -> (method: Int, isEncrypted: Bool, start: Int)? {
        guard offset + 30 <= bytes.count, ByteSearch.begins(zipMagic, in: bytes, at: offset) else {
            return nil
        }
        let start = offset + 30 + little(bytes, offset + 26) + little(bytes, offset + 28)
        return (little(bytes, offset + 8), bytes[offset + 6] & 1 == 1, start)
    }

    private static func little(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    }

    // MARK: Stored data

    /// Takes the replacements of occurrences that are in compressed data or in an archive, where a block can
    /// be stored as it is. The lengths and checksums around another value would be wrong.
    static func protect(
        _ occurrences: inout [SecretOccurrence], in bytes: UnsafeRawBufferPointer, budget: inout InflateBudget
    ) {
        guard let last = occurrences.map(\.range.lowerBound).max() else { return }
        var protected: [Range<Int>] = []
        if let archive = ByteSearch.first(zipMagic, in: bytes) { protected.append(archive..<bytes.count) }
        var position = 0
        while let stream = next(in: bytes, from: position), stream.offset < last {
            let content = Inflate(UnsafeRawBufferPointer(rebasing: bytes[stream.start...]), budget: &budget)
            let end = stream.start + content.consumed
            let isData = content.isComplete && !content.output.isEmpty
            guard !budget.isExhausted else {
                protected.append(stream.offset..<bytes.count)
                break
            }
            if isData { protected.append(stream.offset..<end) }
            position = isData ? end : stream.offset + 1
        }
        let ranges = ByteRanges(protected)
        for index in occurrences.indices where ranges.overlap(occurrences[index].range) {
            occurrences[index].replacement = { _ in nil }
        }
    }

    // MARK: Other formats

    private static let unread: [(magic: [UInt8], name: String)] = [
        ([0x28, 0xb5, 0x2f, 0xfd], "zstd"), ([0x42, 0x5a, 0x68], "bzip2"),
        ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], "xz"), ([0x04, 0x22, 0x4d, 0x18], "lz4"),
        ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z"), ([0x52, 0x61, 0x72, 0x21, 0x1a, 7], "rar"),
        ([0x1f, 0x9d], "compress"),
    ]

    /// Returns the name of a format that is not decompressed and in which all bytes are, or nil. Bytes that
    /// were decoded can begin with any two.
    static func unread(_ bytes: UnsafeRawBufferPointer, isDecoded: Bool) -> String? {
        let format = unread.first { bytes.starts(with: $0.magic) && ($0.magic.count > 2 || !isDecoded) }
        if let format { return format.name }
        var start = 0
        while let offset = ByteSearch.first(zipMagic, in: bytes, from: start) {
            if let header = zipHeader(in: bytes, at: offset) {
                if header.isEncrypted { return "an encrypted zip entry" }
                if header.method != 0, header.method != 8 { return "zip method \(header.method)" }
            }
            start = offset + 4
        }
        return nil
    }
}

import Foundation

/// The bytes of an image file and a position in them, from which they are read towards the end.
struct ImageFile {
    /// The dimensions of an image in pixels.
    typealias Size = (width: Int, height: Int)

    private let bytes: [UInt8]
    let format: ImageFormat
    private(set) var offset = 0

    init(_ data: Data, _ format: ImageFormat) {
        bytes = [UInt8](data)
        self.format = format
    }

    /// Returns the range of the next bytes, which must all exist.
    private func range(_ count: Int) throws(ImageError) -> Range<Int> {
        guard count <= bytes.count - offset else { throw .truncated(format, size: bytes.count) }
        return offset..<(offset + count)
    }

    mutating func skip(_ count: Int) throws(ImageError) { offset = try range(count).upperBound }

    /// Skips bytes up to one with a value, and that one.
    mutating func skip(past byte: UInt8) throws(ImageError) {
        guard let index = bytes[offset...].firstIndex(of: byte) else {
            throw .truncated(format, size: bytes.count)
        }
        offset = index + 1
    }

    mutating func readByte() throws(ImageError) -> UInt8 { try UInt8(readBigEndian(1)) }

    /// Reads at most four bytes as a number, the most significant one first.
    mutating func readBigEndian(_ count: Int) throws(ImageError) -> Int {
        let range = try range(count)
        offset = range.upperBound
        return bytes[range].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads at most four bytes as a number, the least significant one first.
    mutating func readLittleEndian(_ count: Int) throws(ImageError) -> Int {
        let range = try range(count)
        offset = range.upperBound
        return bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads characters of one byte each.
    mutating func readText(_ count: Int) throws(ImageError) -> String {
        let range = try range(count)
        offset = range.upperBound
        return String(bytes[range].map { Character(UnicodeScalar($0)) })
    }

    /// Skips bytes and returns their checksum, which is that of PNG chunks.
    ///
    /// https://www.w3.org/TR/png-3/#5CRC-algorithm
    mutating func skipForChecksum(_ count: Int) throws(ImageError) -> UInt32 {
        let range = try range(count)
        offset = range.upperBound
        return ~bytes[range].reduce(~0) { $0 >> 8 ^ Self.checksums[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }

    private static let checksums: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ rest >> 1 : rest >> 1 }
    }

    /// Returns to an offset that has been passed.
    mutating func goBack(to earlier: Int) { offset = min(offset, max(0, earlier)) }

    /// The error of an invalid structure at the current offset.
    func damaged(_ reason: String) -> ImageError { .damaged(format, offset: offset, reason: reason) }

    /// Returns the dimensions unless one is zero.
    func size(_ width: Int, _ height: Int) throws(ImageError) -> Size {
        guard width > 0, height > 0 else { throw damaged("the dimensions are \(width) × \(height)") }
        return (width, height)
    }

    // MARK: JPEG

    /// Reads a JPEG file from its beginning to the marker EOI.
    ///
    /// ISO/IEC 10918-1, annex B: https://www.w3.org/Graphics/JPEG/itu-t81.pdf
    mutating func readJPEG() throws(ImageError) -> Size {
        try skip(2)
        var frame: Size?
        var hasScan = false
        while case let marker = try readMarker(), marker != 0xD9 {
            switch marker {
            case 0x01, 0xD0...0xD7: continue
            case 0xC4, 0xC8, 0xCC: try skipSegment()
            case 0xC0...0xCF: frame = try readFrame()
            case 0xDC: frame?.height = try readLineCount()
            case 0xDA:
                try skipSegment()
                try skipScan()
                hasScan = true
            default: try skipSegment()
            }
        }
        guard let frame, hasScan else { throw damaged("the image ends without a scan of a frame") }
        return try size(frame.width, frame.height)
    }

    /// Reads a marker: 0xFF, any number of times, and its code.
    private mutating func readMarker() throws(ImageError) -> UInt8 {
        guard try readByte() == 0xFF else { throw damaged("there is no marker") }
        var code = try readByte()
        while code == 0xFF { code = try readByte() }
        return code
    }

    /// Reads the length of a segment, which includes its own two bytes, and returns that of the rest.
    private mutating func readLength() throws(ImageError) -> Int {
        let length = try readBigEndian(2)
        guard length >= 2 else { throw damaged("a segment has the length \(length)") }
        return length - 2
    }

    private mutating func skipSegment() throws(ImageError) { try skip(readLength()) }

    /// Reads a frame header; the height is 0 if it follows the first scan (section B.2.5).
    private mutating func readFrame() throws(ImageError) -> Size {
        let length = try readLength()
        guard length >= 6 else { throw damaged("a frame header has \(length) bytes") }
        try skip(1)
        let (height, width) = (try readBigEndian(2), try readBigEndian(2))
        try skip(length - 5)
        return (width, height)
    }

    private mutating func readLineCount() throws(ImageError) -> Int {
        guard try readLength() == 2 else { throw damaged("a number of lines does not have two bytes") }
        return try readBigEndian(2)
    }

    /// Skips coded data up to the next marker that is not a restart; 0xFF00 is a byte of the data.
    private mutating func skipScan() throws(ImageError) {
        while true {
            try skip(past: 0xFF)
            var code = try readByte()
            while code == 0xFF { code = try readByte() }
            guard code != 0, !(0xD0...0xD7).contains(code) else { continue }
            return goBack(to: offset - 2)
        }
    }

    // MARK: PNG

    /// Reads a PNG file from its signature to the chunk IEND, and compares all checksums.
    ///
    /// https://www.w3.org/TR/png-3/#5Chunk-layout
    mutating func readPNG() throws(ImageError) -> Size {
        try skip(8)
        guard try readChunkHeader() == (13, "IHDR") else { throw damaged("the first chunk is not IHDR") }
        let (width, height) = (try readBigEndian(4), try readBigEndian(4))
        goBack(to: offset - 12)
        try skipChunk(13)
        var hasData = false
        var name = ""
        while name != "IEND" {
            let header = try readChunkHeader()
            name = header.name
            goBack(to: offset - 4)
            try skipChunk(header.length)
            hasData = hasData || name == "IDAT"
        }
        guard hasData else { throw damaged("there is no chunk IDAT") }
        return try size(width, height)
    }

    private mutating func readChunkHeader() throws(ImageError) -> (length: Int, name: String) {
        (try readBigEndian(4), try readText(4))
    }

    /// Skips the name, the contents and the checksum of a chunk.
    private mutating func skipChunk(_ length: Int) throws(ImageError) {
        let start = offset
        let checksum = try skipForChecksum(4 + length)
        guard try readBigEndian(4) == Int(checksum) else {
            goBack(to: start)
            throw damaged("the checksum of a chunk differs")
        }
    }

    // MARK: GIF

    /// Reads a GIF file from its header to the trailer.
    ///
    /// https://www.w3.org/Graphics/GIF/spec-gif89a.txt
    mutating func readGIF() throws(ImageError) -> Size {
        try skip(6)
        let (width, height) = (try readLittleEndian(2), try readLittleEndian(2))
        let flags = try readByte()
        try skip(2)
        try skipColorTable(flags)
        var hasImage = false
        while case let block = try readByte(), block != 0x3B {
            switch block {
            case 0x21:
                try skip(1)
                try skipSubBlocks()
            case 0x2C:
                try skip(8)
                try skipColorTable(readByte())
                // The minimum size of LZW codes.
                try skip(1)
                try skipSubBlocks()
                hasImage = true
            default: throw damaged("there is no block with the label \(block)")
            }
        }
        guard hasImage else { throw damaged("there is no image before the trailer") }
        return try size(width, height)
    }

    /// Skips the color table that flags announce: three bytes for each of 2 to 256 colors (section 19).
    private mutating func skipColorTable(_ flags: UInt8) throws(ImageError) {
        guard flags & 0x80 != 0 else { return }
        try skip(3 << (Int(flags & 7) + 1))
    }

    private mutating func skipSubBlocks() throws(ImageError) {
        while case let length = try readByte(), length != 0 { try skip(Int(length)) }
    }

    // MARK: WebP

    /// Reads a WebP file, in any of its three layouts.
    ///
    /// https://www.rfc-editor.org/rfc/rfc9649#section-2
    mutating func readWebP() throws(ImageError) -> Size {
        try skip(4)
        let end = try readLittleEndian(4) + 8
        try skip(4)
        var canvas: Size?
        var hasImage = false
        while offset < end {
            let name = try readText(4)
            let length = try readLittleEndian(4)
            let start = offset
            guard length <= end - start else { throw damaged("the chunk '\(name)' exceeds the file") }
            switch name {
            case "VP8X": canvas = try readCanvas()
            case "VP8 ":
                if canvas == nil { canvas = try readLossySize() }
                hasImage = true
            case "VP8L":
                if canvas == nil { canvas = try readLosslessSize() }
                hasImage = true
            case "ANMF": hasImage = true
            default: break
            }
            goBack(to: start)
            // A chunk of odd length is followed by a zero, which some programs omit at the end.
            try skip(min(length + length % 2, end - start))
        }
        guard let canvas, hasImage else { throw damaged("there is no chunk with an image") }
        return try size(canvas.width, canvas.height)
    }

    /// Reads the chunk of the extended layout (section 2.7).
    private mutating func readCanvas() throws(ImageError) -> Size {
        try skip(4)
        return (try readLittleEndian(3) + 1, try readLittleEndian(3) + 1)
    }

    /// Reads a frame header of VP8: https://www.rfc-editor.org/rfc/rfc6386#section-9.1
    private mutating func readLossySize() throws(ImageError) -> Size {
        guard try readByte() & 1 == 0 else { throw damaged("the frame is not a key frame") }
        try skip(2)
        guard try readBigEndian(3) == 0x9D_012A else { throw damaged("the frame has no start code") }
        return (try readLittleEndian(2) & 0x3FFF, try readLittleEndian(2) & 0x3FFF)
    }

    /// Reads an image header of lossless WebP: https://www.rfc-editor.org/rfc/rfc9649#section-3.4
    private mutating func readLosslessSize() throws(ImageError) -> Size {
        guard try readByte() == 0x2F else { throw damaged("the lossless image has no signature") }
        let bits = try readLittleEndian(4)
        return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
}

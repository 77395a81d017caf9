extension ImageFile {
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
            default:
                throw damaged("there is no block with the label \(block)")
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
}

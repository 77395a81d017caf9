extension ImageFile {
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
}

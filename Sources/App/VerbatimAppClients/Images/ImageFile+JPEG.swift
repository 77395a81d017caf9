extension ImageFile {
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

    private mutating func skipSegment() throws(ImageError) {
        try skip(readLength())
    }

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
}

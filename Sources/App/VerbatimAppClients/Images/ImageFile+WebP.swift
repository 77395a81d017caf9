extension ImageFile {
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

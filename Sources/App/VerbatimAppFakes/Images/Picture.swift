import Foundation

/// A small picture, different for each name: a mosaic of squares that is the same on both sides.
struct Picture {
    enum Format: String {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    let name: String
    /// Pixels.
    let width: Int
    let height: Int
    let format: Format

    /// - Parameters:
    ///   - width: Pixels; together with the height it is brought down, in proportion, to the limit.
    init(_ name: String, width: Int, height: Int, _ format: Format) {
        let limit = 160
        let longer = max(width, height, 1)
        self.name = name
        self.width = max(1, longer > limit ? width * limit / longer : width)
        self.height = max(1, longer > limit ? height * limit / longer : height)
        self.format = format
    }

    var mediaType: String { format.rawValue }

    var bytes: Data {
        switch format {
        case .png: PNG(self).bytes
        case .jpeg: JPEG(self).bytes
        }
    }

    /// Whether a square of the mosaic is dark: one of 8 times 8.
    func isDark(column: Int, row: Int) -> Bool {
        let mirrored = column < 4 ? column : 7 - column
        return pattern >> UInt64(row * 4 + mirrored) & 1 == 1
    }

    /// Red, green and blue of the dark squares.
    var color: (red: UInt8, green: UInt8, blue: UInt8) {
        let bits = pattern >> 32
        return (UInt8(bits & 0x7f) + 64, UInt8(bits >> 8 & 0x7f) + 64, UInt8(bits >> 16 & 0x7f) + 64)
    }

    private var pattern: UInt64 {
        var seed = StableRandom(name)
        return seed.next()
    }
}

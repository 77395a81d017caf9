import Foundation

/// A small picture that depends on a name: a symmetric mosaic of 8 × 8 squares.
struct Picture {
    enum Format: String {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    let name: String
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    let format: Format

    /// Creates a picture, scaled down proportionally to at most 160 pixels.
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

    /// Returns whether a square of the mosaic is dark.
    func isDark(column: Int, row: Int) -> Bool {
        let mirrored = column < 4 ? column : 7 - column
        return pattern >> UInt64(row * 4 + mirrored) & 1 == 1
    }

    /// The color of the dark squares.
    var color: (red: UInt8, green: UInt8, blue: UInt8) {
        let bits = pattern >> 32
        return (UInt8(bits & 0x7f) + 64, UInt8(bits >> 8 & 0x7f) + 64, UInt8(bits >> 16 & 0x7f) + 64)
    }

    private var pattern: UInt64 {
        var random = StableRandom(name)
        return random.next()
    }
}

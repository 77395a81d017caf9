/// Compresses bytes so that no run of them can be read in the result.
enum Compressor {
    /// Returns a block of DEFLATE in the fixed code, with literals only.
    ///
    /// - Parameter repetitions: The number of times that the last byte is repeated after them, in steps of
    ///   258.
    static func deflate(_ bytes: [UInt8], repetitions: Int = 0) -> [UInt8] {
        var output: [UInt8] = []
        var (buffer, count) = (0, 0)
        func write(_ bit: Int) {
            buffer |= bit << count
            count += 1
            if count == 8 {
                output.append(UInt8(buffer))
                (buffer, count) = (0, 0)
            }
        }
        func write(code: Int, length: Int) {
            for bit in (0..<length).reversed() { write(code >> bit & 1) }
        }
        for bit in [1, 1, 0] { write(bit) }
        for byte in bytes.map({ Int($0) }) {
            byte < 144 ? write(code: 0x30 + byte, length: 8) : write(code: 0x190 + byte - 144, length: 9)
        }
        for _ in 0..<(repetitions / 258) {
            write(code: 0xc5, length: 8)
            write(code: 0, length: 5)
        }
        write(code: 0, length: 7)
        while count > 0 { write(0) }
        return output
    }

    /// Returns a gzip member, with the repetitions of ``deflate(_:repetitions:)``.
    static func gzip(_ bytes: [UInt8], repetitions: Int = 0) -> [UInt8] {
        [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3] + Array("name\0".utf8)
            + deflate(bytes, repetitions: repetitions) + [UInt8](repeating: 0x55, count: 8)
    }

    /// Returns a gzip member whose only block has the bytes as they are.
    static func gzip(stored bytes: [UInt8]) -> [UInt8] {
        let lengths = [bytes.count, bytes.count ^ 0xffff].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1] + lengths + bytes + [UInt8](repeating: 0x55, count: 8)
    }

    /// Returns a zlib stream.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] { [0x78, 0x9c] + deflate(bytes) + [1, 2, 3, 4] }

    /// Returns the local part of a zip archive with two entries, of which the second has the bytes.
    static func zip(_ bytes: [UInt8], method: UInt8 = 8, flags: UInt8 = 0) -> [UInt8] {
        entry("a.txt", method: 8, flags: 0, deflate(Array("nothing".utf8)))
            + entry("b.txt", method: method, flags: flags, method == 8 ? deflate(bytes) : bytes)
    }

    private static func entry(_ name: String, method: UInt8, flags: UInt8, _ data: [UInt8]) -> [UInt8] {
        let sizes = [UInt8](repeating: 0, count: 12)
        return [0x50, 0x4b, 3, 4, 20, 0, flags, 0, method, 0, 0, 0, 0, 0] + sizes
            + [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8) + data
    }
}

/// A source of pseudorandom numbers and characters, which are the same for the same text.
///
/// The state is an FNV-1a hash (http://www.isthe.com/chongo/tech/comp/fnv/), and splitmix64 is the generator.
struct StableRandom {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    init(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    func number(in range: ClosedRange<Int>) -> Int {
        var copy = self
        return range.lowerBound + Int(copy.next() % UInt64(range.count))
    }

    func characters(_ count: Int, from alphabet: String) -> String {
        var copy = self
        let letters = Array(alphabet)
        return String((0..<count).map { _ in letters[Int(copy.next() % UInt64(letters.count))] })
    }

    func hexadecimal(_ count: Int) -> String {
        characters(count, from: "0123456789abcdef")
    }

    /// Returns hexadecimal digits in the groups of a UUID.
    func uuid() -> String {
        let digits = hexadecimal(32)
        var start = digits.startIndex
        return [8, 4, 4, 4, 12].map { length in
            let end = digits.index(start, offsetBy: length)
            defer { start = end }
            return String(digits[start..<end])
        }.joined(separator: "-")
    }
}

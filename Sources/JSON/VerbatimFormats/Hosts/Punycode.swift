/// The ASCII encoding of U-labels, without the prefix `xn--`.
///
/// https://www.rfc-editor.org/rfc/rfc3492#section-6
enum Punycode {
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let firstScalar = 128

    /// Returns the decoded code points, or nil if the text is not Punycode.
    static func decode(_ text: [UInt32]) -> [UInt32]? {
        let delimiter = text.lastIndex(of: 0x2D)
        var output = delimiter.map { Array(text[..<$0]) } ?? []
        var position = delimiter.map { $0 + 1 } ?? 0
        var next = firstScalar
        var index = 0
        var bias = 72
        while position < text.count {
            let before = index
            guard let delta = variableLengthInteger(text, &position, bias: bias) else { return nil }
            index += delta
            bias = adapt(index - before, count: output.count + 1, first: before == 0)
            next += index / (output.count + 1)
            index %= output.count + 1
            guard next <= 0x10FFFF else { return nil }
            output.insert(UInt32(next), at: index)
            index += 1
        }
        return output
    }

    private static func variableLengthInteger(_ text: [UInt32], _ position: inout Int, bias: Int) -> Int? {
        // Int may have 32 bits.
        var (value, weight): (Int64, Int64) = (0, 1)
        for step in 1... {
            guard position < text.count, let digit = digit(text[position]) else { return nil }
            position += 1
            value += Int64(digit) * weight
            let threshold = threshold(step, bias: bias)
            if digit < threshold { return Int(exactly: value) }
            weight *= Int64(base - threshold)
            // More than any label of 63 bytes needs.
            guard value < 1 << 40, weight < 1 << 40 else { return nil }
        }
        return nil
    }

    static func encode(_ scalars: [UInt32]) -> [UInt8] {
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var handled = basicCount
        var next = firstScalar
        var delta = 0
        var bias = 72
        while handled < scalars.count, let smallest = scalars.filter({ $0 >= next }).min() {
            delta += (Int(smallest) - next) * (handled + 1)
            next = Int(smallest)
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, first: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
        var rest = delta
        for step in 1... {
            let threshold = threshold(step, bias: bias)
            guard rest >= threshold else { break }
            output.append(letter(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
        }
        output.append(letter(rest))
    }

    private static func threshold(_ step: Int, bias: Int) -> Int {
        min(max(step * base - bias, minimumThreshold), maximumThreshold)
    }

    /// Returns the adapted bias. Section 6.1
    private static func adapt(_ delta: Int, count: Int, first: Bool) -> Int {
        var delta = first ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            steps += base
        }
        return steps + (base - minimumThreshold + 1) * delta / (delta + 38)
    }

    private static func digit(_ scalar: UInt32) -> Int? {
        switch scalar {
        case 0x30...0x39: Int(scalar) - 0x30 + 26
        case 0x41...0x5A: Int(scalar) - 0x41
        case 0x61...0x7A: Int(scalar) - 0x61
        default: nil
        }
    }

    private static func letter(_ digit: Int) -> UInt8 { UInt8(digit < 26 ? digit + 0x61 : digit - 26 + 0x30) }
}

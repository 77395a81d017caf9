/// A mutation of the bytes of a JSON body at one value.
enum Splice: Sendable {
    /// The value is replaced.
    case replace([UInt8])
    /// The value gets a prefix and a suffix.
    case wrap([UInt8], [UInt8])
    /// The value is removed with its name and a comma.
    case drop
    /// The object gets another member at its end.
    case append([UInt8])

    /// The position of a value.
    struct Target: Sendable {
        /// The bytes of the value.
        var value: Range<Int>
        /// The start of what is removed with it: the comma before it, or else the byte after the opening
        /// bracket.
        let lead: Int
    }

    /// The mutated bytes.
    func applied(to bytes: [UInt8], at target: Target) -> [UInt8] {
        switch self {
        case .replace(let new):
            return bytes.replacing(target.value, with: new)
        case .wrap(let prefix, let suffix):
            return bytes.replacing(target.value, with: prefix + bytes[target.value] + suffix)
        case .drop:
            return bytes.replacing(Self.member(at: target, in: bytes), with: [])
        case .append(let member):
            let last =
                bytes[..<(target.value.upperBound - 1)].lastIndex { $0 > 0x20 } ?? target.value.lowerBound
            let separator = last == target.value.lowerBound ? [] : [UInt8(ascii: ",")]
            return bytes.replacing((last + 1)..<(last + 1), with: separator + member)
        }
    }

    /// The bytes of a member with the comma before it or, for the first member, after it.
    private static func member(at target: Target, in bytes: [UInt8]) -> Range<Int> {
        guard bytes[target.lead] != UInt8(ascii: ",") else { return target.lead..<target.value.upperBound }
        let next = bytes[target.value.upperBound...].firstIndex { $0 > 0x20 } ?? target.value.upperBound
        return target.lead..<(bytes[next] == UInt8(ascii: ",") ? next + 1 : target.value.upperBound)
    }
}

extension [UInt8] {
    fileprivate func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count - range.count + new.count)
        result += self[..<range.lowerBound]
        result += new
        result += self[range.upperBound...]
        return result
    }
}

/// A change of the bytes of a JSON body at one value.
enum Splice: Sendable {
    /// The value is another one.
    case replace([UInt8])
    /// The value stands between these.
    case wrap([UInt8], [UInt8])
    /// The value is gone, with its name and a comma.
    case drop
    /// The object has one more member, at its end.
    case append([UInt8])

    /// Where a value stands in bytes, and where what goes with it begins.
    struct Spot {
        var value: Range<Int>
        var lead: Int
    }

    /// The bytes with the change.
    func applied(to bytes: [UInt8], at spot: Spot) -> [UInt8] {
        switch self {
        case .replace(let new):
            return bytes.replacing(spot.value, with: new)
        case .wrap(let before, let after):
            return bytes.replacing(spot.value, with: before + bytes[spot.value] + after)
        case .drop:
            return bytes.replacing(Self.member(at: spot, in: bytes), with: [])
        case .append(let member):
            let last = bytes[..<(spot.value.upperBound - 1)].lastIndex { $0 > 0x20 } ?? spot.value.lowerBound
            let separator = last == spot.value.lowerBound ? [] : [UInt8(ascii: ",")]
            return bytes.replacing((last + 1)..<(last + 1), with: separator + member)
        }
    }

    /// A member with the comma before it, or, for the first one, behind it.
    private static func member(at spot: Spot, in bytes: [UInt8]) -> Range<Int> {
        guard bytes[spot.lead] != UInt8(ascii: ",") else { return spot.lead..<spot.value.upperBound }
        let next = bytes[spot.value.upperBound...].firstIndex { $0 > 0x20 } ?? spot.value.upperBound
        return spot.lead..<(bytes[next] == UInt8(ascii: ",") ? next + 1 : spot.value.upperBound)
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

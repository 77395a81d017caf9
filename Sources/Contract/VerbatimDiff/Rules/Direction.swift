/// What a change does to the set of values that are allowed.
public struct Direction: OptionSet, Sendable, Hashable {
    /// The bits: 1 widens, 2 narrows.
    public let rawValue: UInt8

    /// Creates a direction of bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Something is allowed that was not.
    public static let widens = Direction(rawValue: 1)
    /// Something was allowed that is not.
    public static let narrows = Direction(rawValue: 2)
    /// Both.
    public static let both: Direction = [.widens, .narrows]
    /// No value is concerned.
    public static let none: Direction = []

    /// The direction seen from the other side.
    var reversed: Direction {
        var reversed = Direction.none
        if contains(.widens) { reversed.insert(.narrows) }
        if contains(.narrows) { reversed.insert(.widens) }
        return reversed
    }
}

extension Direction: CustomStringConvertible {
    /// `widens`, `narrows`, `both` or `none`.
    public var description: String {
        switch self {
        case .widens: "widens"
        case .narrows: "narrows"
        case .both: "both"
        default: "none"
        }
    }
}

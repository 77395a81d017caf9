/// The effect of a change on the set of allowed values.
public struct Direction: OptionSet, Sendable, Hashable, Codable {
    /// The bits: 1 widens, 2 narrows.
    public let rawValue: UInt8

    /// Creates a direction from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// More values are allowed.
    public static let widens = Direction(rawValue: 1)
    /// Fewer values are allowed.
    public static let narrows = Direction(rawValue: 2)
    /// Some values are newly allowed, others no longer.
    public static let both: Direction = [.widens, .narrows]
    /// The same values are allowed.
    public static let none: Direction = []

    package var reversed: Direction {
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

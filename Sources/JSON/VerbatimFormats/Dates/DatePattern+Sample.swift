extension DatePattern {
    /// The date of Thursday, 29 February 2024, 13:05:09.123 UTC in this pattern.
    package var sample: String { fields.map(\.sample).joined() }
}

extension DatePattern.Field {
    fileprivate var sample: String {
        switch self {
        case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
        case .number(let part, let minimum, _): Self.padded(part.sample, to: minimum, part == .fraction)
        case .name(.month, let names): names[1]
        case .name(.weekday, let names): names[4]
        case .name(_, let names): names[names.count - 1]
        case .offset(_, zulu: true): "Z"
        case .offset(.hours, _): "+01"
        case .offset(.basic, _): "+0100"
        case .offset(.extended, _): "+01:00"
        case .offset(.named, _), .zoneName: "GMT"
        }
    }

    private static func padded(_ number: Int, to width: Int, _ isFraction: Bool) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, width - digits.count))
        return isFraction ? String((digits + zeros).prefix(width)) : zeros + digits
    }
}

extension DatePattern.Part {
    fileprivate var sample: Int {
        switch self {
        case .year: 2024
        case .shortYear: 24
        case .month: 2
        case .day: 29
        case .hour24: 13
        case .hour12: 1
        case .minute: 5
        case .second: 9
        case .fraction: 123
        case .dayPeriod, .weekday: 0
        }
    }
}

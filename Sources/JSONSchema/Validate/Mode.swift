/// What the validator is after; a parameter of type `Mode` makes two machines of one text.
protocol Mode: BitwiseCopyable, Sendable {
    /// Whether it goes on behind the first failure and keeps them all.
    static var collects: Bool { get }
}

/// Only whether the instance is valid.
struct Flag: Mode {
    static let collects = false
}

/// Every failure.
struct Collect: Mode {
    static let collects = true
}

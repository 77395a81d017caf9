/// What the validator is after; a parameter of type `EvaluationMode` makes two machines of one text.
protocol EvaluationMode: BitwiseCopyable, Sendable {
    /// Whether it goes on behind the first failure and keeps them all.
    static var collects: Bool { get }
}

/// Only whether the instance is valid.
struct StopAtFirst: EvaluationMode {
    static let collects = false
}

/// Every failure.
struct CollectAll: EvaluationMode {
    static let collects = true
}

import VerbatimJSON

/// The seeded generator of the package, with the choices that tests make.
public struct SeededRandom: RandomNumberGenerator {
    private var generator: SeededGenerator

    /// Creates a generator.
    public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    /// Returns the next number.
    public mutating func next() -> UInt64 { generator.next() }

    /// Returns true once in a number of calls, on average.
    public mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// Returns a number of a range.
    public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns one of some choices, which must not be empty.
    public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
        choices[number(0...choices.count - 1)]
    }
}

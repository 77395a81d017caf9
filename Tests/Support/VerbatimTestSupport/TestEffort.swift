import Foundation

/// The amount of generated input that tests try.
public enum TestEffort {
    /// Whether tests try everything, as `make exhaustive` asks for with `VERBATIM_EXHAUSTIVE=1`.
    public static let isExhaustive = ProcessInfo.processInfo.environment["VERBATIM_EXHAUSTIVE"] == "1"

    /// Returns the number of cases to try: a small share, or all of them if the tests are exhaustive.
    public static func count(_ share: Int, of all: Int) -> Int { isExhaustive ? all : share }
}

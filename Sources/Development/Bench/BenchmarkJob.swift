import Foundation

/// One thing to measure.
protocol BenchmarkJob {
    /// The word that asks for it.
    var name: String { get }
    /// Its arguments, in words.
    var usage: String { get }
    /// Measures, and prints figures.
    func run(_ arguments: [String]) async throws
}

/// Prints one figure.
func printFigure(_ metric: String, _ value: Double, _ unit: String, _ details: [(String, String)] = []) {
    let rest = details.map { " \($0)=\($1)" }.joined()
    print("FIG verbatim \(metric) \(figure(value)) \(unit)\(rest)")
}

/// Four digits, as far as they mean something.
func figure(_ value: Double) -> String {
    value >= 1000 ? String(format: "%.0f", value) : String(format: "%.4g", value)
}

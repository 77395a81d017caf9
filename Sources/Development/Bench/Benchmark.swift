import Foundation

/// A benchmark of `verbatim-bench`.
protocol Benchmark {
    /// The first argument of the command line that selects the benchmark.
    var name: String { get }
    /// Its arguments in the usage.
    var usage: String { get }
    /// Runs the benchmark and prints its figures.
    func run(_ arguments: [String]) async throws
}

/// Prints a figure as a line.
func printFigure(_ metric: String, _ value: Double, _ unit: String, _ details: [(String, String)] = []) {
    let rest = details.map { " \($0)=\($1)" }.joined()
    print("FIG verbatim \(metric) \(figure(value)) \(unit)\(rest)")
}

/// A number with four significant digits, or without a fraction.
func figure(_ value: Double) -> String {
    value >= 1000 ? String(format: "%.0f", value) : String(format: "%.4g", value)
}

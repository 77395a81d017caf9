import Foundation

/// One thing to measure.
protocol BenchmarkJob {
    /// The word that asks for it.
    var name: String { get }
    /// Its arguments, in words.
    var usage: String { get }
    /// Measures, and prints figures.
    func run(_ arguments: [String]) throws
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

/// Calls `body` in windows of at least 0.3 s, seven of them after one to warm up, and prints the median time of a call.
func measure(_ metric: String, bytes: Int = 0, _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    func microseconds(_ calls: Int) throws -> Double {
        try clock.measure { for _ in 0..<calls { try body() } } / .microseconds(1)
    }
    var calls = 1
    while true {
        let time = try microseconds(calls)
        let window = bytes > 4_000_000 ? 100_000.0 : 300_000.0
        if time >= window { break }
        calls = time < window / 20 ? calls * 10 : Int(Double(calls) * window / time * 1.1) + 1
    }
    var times: [Double] = []
    for _ in 0..<7 { times.append(try microseconds(calls) / Double(calls)) }
    times.sort()
    var details = [("per_s", figure(1e6 / times[3]))]
    if bytes > 0 { details.append(("MB_s", figure(Double(bytes) / times[3]))) }
    details += [("min_us", figure(times[0])), ("max_us", figure(times[6])), ("samples", "7x\(calls)")]
    printFigure(metric, times[3], "us", details)
}

import Foundation

/// A benchmark of `verbatim-bench`.
protocol Benchmark {
    /// The first argument of the command line that selects the benchmark.
    var name: String { get }
    /// Its arguments in the usage.
    var usage: String { get }
    func run(_ arguments: [String]) async throws
}

func printFigure(_ metric: String, _ value: Double, _ unit: String, _ details: [(String, String)] = []) {
    let rest = details.map { " \($0)=\($1)" }.joined()
    print("FIG verbatim \(metric) \(figure(value)) \(unit)\(rest)")
}

/// A number with four significant digits, or without a fraction.
func figure(_ value: Double) -> String {
    value >= 1000 ? String(format: "%.0f", value) : String(format: "%.4g", value)
}

/// The duration of a call in microseconds: wall-clock time and CPU time of the process.
struct CallTime {
    var wall: Double
    var processor: Double

    /// The mean of a number of calls of a closure.
    init(of calls: Int, _ body: () throws -> Void) rethrows {
        let start = CallTime.now
        for _ in 0..<calls { try body() }
        self = CallTime.now.since(start, calls)
    }

    /// The mean of a number of calls that a closure makes.
    init(of calls: Int, _ body: () async throws -> Void) async rethrows {
        let start = CallTime.now
        try await body()
        self = CallTime.now.since(start, calls)
    }

    private init(wall: Double, processor: Double) {
        self.wall = wall
        self.processor = processor
    }

    private static var now: CallTime {
        CallTime(wall: now(CLOCK_MONOTONIC), processor: now(CLOCK_PROCESS_CPUTIME_ID))
    }

    private func since(_ start: CallTime, _ calls: Int) -> CallTime {
        CallTime(
            wall: (wall - start.wall) / Double(calls),
            processor: (processor - start.processor) / Double(calls))
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// Calls a closure in seven windows of 0.3 s (0.1 s for more than 4 MB) or more, and prints the median time.
///
/// Finding the number of calls of a window serves as the warm-up.
func measure(_ metric: String, bytes: Int = 0, _ body: () throws -> Void) rethrows {
    let calls = try callsInWindow(of: bytes > 4_000_000 ? 100_000 : 300_000, body)
    var durations: [CallTime] = []
    for _ in 0..<7 { durations.append(try CallTime(of: calls, body)) }
    let wall = durations.map(\.wall).sorted()
    let processor = durations.map(\.processor).sorted()
    var details = [("per_s", figure(1e6 / wall[3]))]
    if bytes > 0 { details.append(("MB_s", figure(Double(bytes) / wall[3]))) }
    details += [("cpu_us", figure(processor[3])), ("min_us", figure(wall[0])), ("max_us", figure(wall[6]))]
    details.append(("samples", "7x\(calls)"))
    printFigure(metric, wall[3], "us", details)
}

/// The number of calls that fill a window of a number of microseconds.
private func callsInWindow(of window: Double, _ body: () throws -> Void) rethrows -> Int {
    var calls = 1
    while true {
        let time = try CallTime(of: calls, body).wall * Double(calls)
        if time >= window { return calls }
        calls = time < window / 20 ? calls * 10 : Int(Double(calls) * window / time * 1.1) + 1
    }
}

/// Measures a subject and a baseline alternately, so that a noisy machine affects both equally.
struct PairedBenchmark {
    private var subject: [CallTime] = []
    private var baseline: [CallTime] = []

    /// Measures rounds of calls after a warm-up round 0; a closure makes all calls of a round.
    init(
        rounds: Int, calls: Int, subject: (_ round: Int) async throws -> Void,
        baseline: (_ round: Int) async throws -> Void
    ) async throws {
        for round in 0...rounds {
            // Each goes first every other time, as the first one warms caches for the second.
            let isSubjectFirst = round.isMultiple(of: 2)
            let (first, second) = isSubjectFirst ? (subject, baseline) : (baseline, subject)
            let firstTime = try await CallTime(of: calls) { try await first(round) }
            let secondTime = try await CallTime(of: calls) { try await second(round) }
            guard round > 0 else { continue }
            self.subject.append(isSubjectFirst ? firstTime : secondTime)
            self.baseline.append(isSubjectFirst ? secondTime : firstTime)
        }
    }

    /// Prints three figures: the times of the subject and the baseline, and the median ratio of their speeds.
    func print(_ metric: String, against baselineName: String) {
        printTime(metric, subject)
        printTime("\(metric)/\(baselineName)", baseline)
        let ratios = zip(subject, baseline).map {
            (wall: $1.wall / $0.wall, processor: $1.processor / $0.processor)
        }
        printFigure(
            "\(metric)/\(baselineName)/ratio", median(ratios.map(\.wall)), "times",
            [("cpu_ratio", figure(median(ratios.map(\.processor))))])
    }

    /// The median difference between a call of the subject and one of the baseline, in microseconds.
    var difference: Double { median(zip(subject, baseline).map { $0.wall - $1.wall }) }

    /// The same in CPU time, which does not depend on the load of the machine.
    var processorDifference: Double { median(zip(subject, baseline).map { $0.processor - $1.processor }) }

    private func printTime(_ metric: String, _ times: [CallTime]) {
        let wall = median(times.map(\.wall))
        printFigure(
            metric, wall, "us",
            [
                ("per_s", figure(1e6 / wall)), ("cpu_us", figure(median(times.map(\.processor)))),
                ("samples", "\(times.count)"),
            ])
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

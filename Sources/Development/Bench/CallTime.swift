import Foundation

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

/// Calls a closure in seven windows of at least 0.3 s (0.1 s for more than 4 MB) and prints the median time
/// of a call.
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

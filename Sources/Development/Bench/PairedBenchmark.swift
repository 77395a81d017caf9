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

/// Ours and a floor in turn, so that a noisy machine hits both alike.
struct PairedBenchmark {
    private var ours: [CallTime] = []
    private var floor: [CallTime] = []

    /// Times rounds of so many calls of each, after round 0 to warm up; a closure makes all calls of a round.
    init(
        rounds: Int, calls: Int, ours: (_ round: Int) async throws -> Void,
        floor: (_ round: Int) async throws -> Void
    ) async throws {
        for round in 0...rounds {
            let (one, other) = round.isMultiple(of: 2) ? (ours, floor) : (floor, ours)
            // each goes first every other time: who comes second finds what the first left behind
            let first = try await CallTime(of: calls) { try await one(round) }
            let second = try await CallTime(of: calls) { try await other(round) }
            guard round > 0 else { continue }
            self.ours.append(round.isMultiple(of: 2) ? first : second)
            self.floor.append(round.isMultiple(of: 2) ? second : first)
        }
    }

    /// Prints three figures: ours, the floor, and the speed of ours as a multiple of the floor's, the median of
    /// neighbours.
    func print(_ metric: String, against floorName: String) {
        printTime(metric, ours)
        printTime("\(metric)/\(floorName)", floor)
        let ratios = zip(ours, floor).map {
            (wall: $1.wall / $0.wall, processor: $1.processor / $0.processor)
        }
        printFigure(
            "\(metric)/\(floorName)/ratio", median(ratios.map(\.wall)), "times",
            [("cpu_ratio", figure(median(ratios.map(\.processor))))])
    }

    /// The median of what a call of ours took more than one of the floor, in microseconds.
    var difference: Double { median(zip(ours, floor).map { $0.wall - $1.wall }) }

    /// The same in CPU time, which a busy machine does not stretch.
    var processorDifference: Double { median(zip(ours, floor).map { $0.processor - $1.processor }) }

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

/// Ours and a floor in turn, so that a noisy machine hits both alike.
struct Rivalry {
    private var ours: [CallTime] = []
    private var floor: [CallTime] = []

    /// Times rounds of so many calls of each, after one to warm up; a closure makes all calls of a round.
    init(
        rounds: Int, calls: Int, ours: () async throws -> Void, floor: () async throws -> Void
    ) async throws {
        for round in 0...rounds {
            let pair = (
                ours: try await CallTime(of: calls, ours), floor: try await CallTime(of: calls, floor)
            )
            guard round > 0 else { continue }
            self.ours.append(pair.ours)
            self.floor.append(pair.floor)
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

import VerbatimJSON

/// A use of recordings by an app; many run in parallel, each with separate sessions and recordings.
protocol SoakScenario: Sendable {
    /// Runs once.
    ///
    /// - Parameter runID: A text that no other run has.
    func run(_ runID: String, using generator: inout SeededGenerator) async throws
}

/// Runs random scenarios on parallel workers until the time is over.
func soak(_ scenarios: [any SoakScenario], for duration: Duration, seed: UInt64) async throws {
    let end = ContinuousClock.now + duration
    try await withThrowingTaskGroup { group in
        for worker in 0..<24 {
            group.addTask {
                var generator = SeededGenerator(seed: seed &+ UInt64(worker) << 32)
                var round = 0
                while ContinuousClock.now < end {
                    round += 1
                    guard let scenario = scenarios.randomElement(using: &generator) else { return }
                    try await scenario.run("\(worker)-\(round)", using: &generator)
                }
            }
        }
        try await group.waitForAll()
    }
}

/// One thing apps do with recordings, with all that belongs to it: many run side by side.
protocol SoakScenario: Sendable {
    /// Runs once.
    ///
    /// - Parameter mark: What no other run has.
    func run(_ mark: String, using generator: inout SoakRandom) async throws
}

/// A named piece of app behaviour that talks to one API.
///
/// Running it while recording makes its recording; running it on the recording is a test.
public struct Scenario: Sendable {
    /// The name, which is the name of its recording: `volume-by-isbn`.
    public var name: String
    /// What the app does in it, in one line.
    public var summary: String
    /// Runs the app's own client and throws when the app could not do what it is there for.
    public var run: @Sendable (ScenarioContext) async throws -> Void

    /// Creates a scenario.
    public init(
        _ name: String, _ summary: String, run: @escaping @Sendable (ScenarioContext) async throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.run = run
    }
}

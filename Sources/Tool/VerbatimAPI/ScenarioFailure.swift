/// The reason why a scenario failed although every request was answered.
public struct ScenarioFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What the scenario expected, and what it got.
    public let description: String

    /// Creates a failure.
    public init(_ description: String) {
        self.description = description
    }
}

extension Scenario {
    /// Returns a value that must not be nil.
    ///
    /// - Parameter what: The name of the value, for the message: `book`.
    public static func require<Value>(_ value: Value?, _ what: String) throws(ScenarioFailure) -> Value {
        guard let value else { throw ScenarioFailure("there is no \(what)") }
        return value
    }

    /// Throws unless a condition holds.
    ///
    /// - Parameter what: What is missing when it does not hold, for the message: `second page`.
    public static func require(_ condition: Bool, _ what: String) throws(ScenarioFailure) {
        guard condition else { throw ScenarioFailure("there is no \(what)") }
    }

    /// Runs a request that the API must refuse, and checks the error that the app gets.
    ///
    /// - Parameters:
    ///   - what: The expected error, for the message: `an error 404`.
    ///   - work: The request, which must throw.
    ///   - matches: Returns whether an error is the expected one; any other is thrown on.
    public static func expect<Failure: Error>(
        _ what: String, from work: () async throws(Failure) -> some Any, where matches: (Failure) -> Bool
    ) async throws {
        do throws(Failure) {
            _ = try await work()
        } catch {
            guard matches(error) else { throw error }
            return
        }
        throw ScenarioFailure("expected \(what), but the request succeeded")
    }
}

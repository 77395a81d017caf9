/// Why a scenario could not do what it is there for, although every request was answered.
public struct ScenarioFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected of the answers, and what came.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Scenario {
    /// Takes a value that must be there.
    static func require<Value>(_ value: Value?, _ what: String) throws(ScenarioFailure) -> Value {
        guard let value else { throw ScenarioFailure("there is no \(what)") }
        return value
    }

    /// Insists on a condition.
    static func require(_ condition: Bool, _ what: String) throws(ScenarioFailure) {
        guard condition else { throw ScenarioFailure("there is no \(what)") }
    }

    /// Runs what the API must refuse, and looks at the error the app gets.
    static func expect<Failure: Error>(
        _ what: String, from work: () async throws(Failure) -> some Any, where matches: (Failure) -> Bool
    ) async throws {
        do throws(Failure) {
            _ = try await work()
        } catch {
            guard matches(error) else { throw error }
            return
        }
        throw ScenarioFailure("expected \(what), but the API answered as if nothing were wrong")
    }
}

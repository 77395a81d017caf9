/// A named behavior of the app that sends requests to one API.
///
/// While recording, running a scenario creates its recording. In a test, it runs on that recording.
public struct Scenario: Sendable {
    /// The name, which is also the name of the recording: `volume-by-isbn`.
    public var name: String
    /// A summary of the behavior in one line: `finds a volume by its ISBN`.
    public var summary: String
    /// The environment in which fake providers show the behavior: `["VERBATIM_FAKE": "flickr=429"]`.
    ///
    /// Empty for a behavior that the provider shows on request. Any other scenario is recorded from fake
    /// providers only, which are started for it; its values replace those of the command's environment.
    public var fakeEnvironment: [String: String]
    /// The statuses from 400 on that the scenario is about: `[404]` for something that does not exist.
    ///
    /// A recording with any other such status is not published: no refusal replaces an earlier answer.
    public var refusals: Set<Int>
    /// Whether the scenario sends the keys without which the provider rejects requests.
    ///
    /// Without a value of such a key, only the scenarios that do without it are recorded.
    public var needsKeys: Bool
    /// Whether only a fake provider shows the behavior.
    public var isFakeOnly: Bool { !fakeEnvironment.isEmpty }
    /// The behavior that the scenario assumes although no recording of the provider shows it: `status 404 for
    /// a cover that does not exist`; nil if it is known. `record --dry-run` lists it.
    public var guess: String?
    /// Runs the client of the app, and throws if the behavior fails.
    public var run: @Sendable (ScenarioContext) async throws -> Void

    /// Creates a scenario.
    public init(
        _ name: String, _ summary: String, fakeEnvironment: [String: String] = [:], refusals: Set<Int> = [],
        needsKeys: Bool = true, guess: String? = nil,
        run: @escaping @Sendable (ScenarioContext) async throws -> Void
    ) {
        self.name = name
        self.summary = summary
        self.fakeEnvironment = fakeEnvironment
        self.refusals = refusals
        self.needsKeys = needsKeys
        self.guess = guess
        self.run = run
    }
}

/// The session and the keys with which a scenario runs.
public struct ScenarioContext: Sendable {
    /// The session for the client of the app: recording, replaying or live.
    public let session: URLSession
    private let keys: [String: String]

    /// The value of a key that is not set, as in replays and with fake providers, which accept any key.
    public static let placeholderKey = "0123456789abcdef0123456789abcdef"

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - keys: The values of keys, by environment variable.
    public init(session: URLSession, keys: [String: String] = [:]) {
        self.session = session
        self.keys = keys
    }

    /// Returns the value of a key, or ``placeholderKey`` if it is not set.
    public func key(_ key: AccessKey) -> String { keyIfSet(key) ?? Self.placeholderKey }

    /// Returns the value of a key, or nil if it is not set.
    public func keyIfSet(_ key: AccessKey) -> String? { key.value(in: keys) }
}

// MARK: - Expectations

/// The reason why a scenario failed although every request got a response.
public struct ScenarioFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expectation of the scenario that failed.
    public let description: String

    /// Creates a failure.
    public init(_ description: String) { self.description = description }
}

extension Scenario {
    /// Returns a value that must not be nil.
    ///
    /// - Parameter what: The name of the value, for the message: `book`.
    public static func require<Value>(_ value: Value?, _ what: String) throws(ScenarioFailure) -> Value {
        guard let value else { throw ScenarioFailure("missing \(what)") }
        return value
    }

    /// Throws unless a condition is true.
    ///
    /// - Parameter what: The name of what is missing if the condition is false, for the message: `second
    ///   page`.
    public static func require(_ condition: Bool, _ what: String) throws(ScenarioFailure) {
        guard condition else { throw ScenarioFailure("missing \(what)") }
    }

    /// Runs a request that the API must reject, and checks the error of the client.
    ///
    /// - Parameters:
    ///   - what: The expected error, for the message: `an error 404`.
    ///   - work: The request, which must throw.
    ///   - matches: Returns whether an error is the expected one. Any other error is rethrown.
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

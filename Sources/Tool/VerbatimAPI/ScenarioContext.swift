/// What a scenario plays on: a session, and the keys of the run.
public struct ScenarioContext: Sendable {
    /// The session the app's client is given: recording, replaying or live.
    public let session: URLSession
    private let keys: [String: String]

    /// The value of a key when nobody looks at it: in a replay, and towards fake providers.
    public static let anyKey = "0123456789abcdef0123456789abcdef"

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - keys: Values by environment variable; one that is missing reads as ``anyKey``.
    public init(session: URLSession, keys: [String: String] = [:]) {
        self.session = session
        self.keys = keys
    }

    /// The value of a key, or any value when none was given.
    public func key(_ key: AccessKey) -> String { givenKey(key) ?? Self.anyKey }

    /// The value of a key, or nil when none was given.
    public func givenKey(_ key: AccessKey) -> String? { keys[key.variable] }
}

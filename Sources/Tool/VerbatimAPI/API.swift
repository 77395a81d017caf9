public import VerbatimModels
public import VerbatimReplay

/// One API the app depends on: its contract, its scenarios, its models and its secrets, bound together.
///
/// The contract is `Contracts/<name>.json`, the recordings are `Recordings/<name>/<scenario>.har`.
public struct API: Sendable {
    /// The name in file names and on the command line: `google-books`.
    public var name: String
    /// The name people use: `Google Books`.
    public var title: String
    /// The keys its provider gives out.
    public var keys: [AccessKey]
    /// What else must be in no recording.
    public var secrets: [Secret]
    /// The scenarios, in the order they are recorded.
    public var scenarios: [Scenario]
    /// Which of the app's models decodes what.
    public var models: [ModelBinding]

    /// Creates a binding.
    public init(
        name: String, title: String, keys: [AccessKey] = [], secrets: [Secret] = [], scenarios: [Scenario],
        models: [ModelBinding]
    ) {
        self.name = name
        self.title = title
        self.keys = keys
        self.secrets = secrets
        self.scenarios = scenarios
        self.models = models
    }
}

extension API {
    /// What is kept out of the recordings of a run.
    ///
    /// - Parameter environment: Where the values of keys are, by variable; a value is searched for everywhere.
    public func redaction(environment: [String: String] = [:]) -> Redaction {
        Redaction(
            keys.map { key in
                Secret(key.secret.name, value: environment[key.variable], in: key.secret.locations)
            } + secrets)
    }
}

public import Foundation
public import VerbatimModels
public import VerbatimReplay

/// An API that the app uses, with its scenarios, its models and its secrets.
///
/// The contract of the API is `Contracts/<name>.json`. Its recordings are `Recordings/<name>/<scenario>.har`.
public struct API: Sendable {
    /// The name in file names and on the command line: `google-books`.
    public var name: String
    /// The keys that the provider issues.
    public var keys: [AccessKey]
    /// The other secrets that recordings must not contain, in addition to the usual ones.
    public var secrets: [Secret]
    /// The names that are no secrets although they usually are, such as `key`.
    public var exceptions: Set<String>
    /// The rules by which a request finds its recorded response.
    public var matching: MatchingRules
    /// The rate at which requests are sent to the provider while recording; nil is any.
    public var rate: RequestRate?
    /// Returns whether a response says by its status and body that the provider is too busy, other than by
    /// 429 or 503: `{ status, body in status == 403 && body.isEmpty }`.
    public var isBusy: @Sendable (_ status: Int, _ body: Data) -> Bool
    /// The scenarios, in the order in which they are recorded.
    public var scenarios: [Scenario]
    /// The models of the app, with the operations whose responses they decode.
    public var models: [ModelBinding]

    /// Creates an API.
    public init(
        name: String, keys: [AccessKey] = [], secrets: [Secret] = [], except exceptions: Set<String> = [],
        matching: MatchingRules = MatchingRules(), rate: RequestRate? = nil,
        isBusy: @escaping @Sendable (_ status: Int, _ body: Data) -> Bool = { _, _ in false },
        scenarios: [Scenario] = [], models: [ModelBinding] = []
    ) {
        self.name = name
        self.matching = matching
        self.rate = rate
        self.isBusy = isBusy
        self.keys = keys
        self.secrets = secrets
        self.exceptions = exceptions
        self.scenarios = scenarios
        self.models = models
    }

    /// Returns the redaction of recordings: the secrets of the keys, the others, and the usual ones.
    ///
    /// - Parameter environment: The environment variables with the values of keys, the home folder and the
    ///   user. A value is redacted wherever it occurs.
    public func redaction(environment: [String: String] = ProcessInfo.processInfo.environment) -> Redaction {
        Redaction(
            keys.map { key in
                Secret(key.secret.name, value: key.value(in: environment), in: key.secret.locations)
            } + secrets, except: exceptions, environment: environment)
    }
}

/// A key that a provider issues, and the environment variable that contains it.
public struct AccessKey: Sendable, Hashable {
    /// The name of the environment variable: `FLICKR_API_KEY`.
    public var variable: String
    /// The parts of requests that carry the key, which are redacted in recordings.
    public var secret: Secret
    /// The URL of the page where the provider issues keys.
    public var source: String
    /// Whether the provider rejects requests without the key.
    public var isRequired: Bool

    /// Creates a key.
    public init(variable: String, secret: Secret, source: String, isRequired: Bool = true) {
        self.variable = variable
        self.secret = secret
        self.source = source
        self.isRequired = isRequired
    }

    /// Returns the value of the key in an environment; nil if it is not set, or empty, as a secret is in the
    /// workflow of a fork.
    public func value(in environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}

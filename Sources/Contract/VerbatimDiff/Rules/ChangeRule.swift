public import VerbatimContract

/// A kind of change between two contracts: its permanent id, how bad it is, and why.
public struct ChangeRule: Sendable, Hashable {
    /// The rule for the change back, or why there is none.
    public enum Mirror: Sendable, Hashable {
        /// The id of the rule for the change back.
        case rule(String)
        /// Why there is no rule for the change back.
        case waived(String)
    }

    /// The permanent kebab-case id: `response-property-became-nullable`.
    public let id: String
    /// How bad it is while nothing is known of the models that read the value.
    public let severity: Severity
    /// How bad it is when the models read a value that shows the change; never more than ``severity``.
    public let tolerated: Severity
    /// What it is about: `response-property`.
    public let area: String
    /// What it does to the set of allowed values, as a rule; a change may know better.
    public let direction: Direction
    /// What happened, in words that follow what it happened to: `may now be null`.
    public let words: String
    /// Why it matters, or does not, to the app.
    public let reason: String
    /// The rule for the change back.
    public let mirror: Mirror

    init(
        _ id: String, _ level: Level, _ direction: Direction, area: String, _ words: String, _ reason: String,
        mirror: Mirror
    ) {
        self.id = id
        severity = level.severity
        tolerated = level.tolerated
        self.area = area
        self.direction = direction
        self.words = words
        self.reason = reason
        self.mirror = mirror
    }
}

/// A severity, and the milder one that holds once the models are known to bear the change.
struct Level: Sendable {
    let severity: Severity
    let tolerated: Severity

    static let off = Level(severity: .off, tolerated: .off)
    static let info = Level(severity: .info, tolerated: .info)
    static let warning = Level(severity: .warning, tolerated: .warning)
    static let breaking = Level(severity: .breaking, tolerated: .warning)
    /// Breaking whatever a model does with a body.
    static let always = Level(severity: .breaking, tolerated: .breaking)
    /// Nobody misses what nobody reads.
    static func unlessUnread(_ severity: Severity) -> Level { Level(severity: severity, tolerated: .info) }
}

public import VerbatimContract

extension Rule {
    /// Every rule about contract, traffic and model together, the worst first.
    public static let ofModels: [Rule] = [
        modelRequiredAbsent, modelRequiredPromiseBroken,
        modelRequiredUnpromised, modelOptionalPromiseBroken, modelEnumClosed, modelFormUnpromised,
        modelIntegerNearLimit, modelDateOlderSystems, modelUnknown,
        modelOptionalPromised, modelOptionalAlwaysThere, modelUndocumented, modelNeverSeen,
        modelInteger32Bits,
        modelDateFractionAllowed, propertyUnread, propertyUnneeded,
    ]

    /// The rules that tell once more, by property, what a check has found at each single value.
    static let toldByValue: Set<Rule> = [
        modelRequiredAbsent, modelRequiredPromiseBroken, modelOptionalPromiseBroken,
    ]
}

// MARK: - Whether a member is there

extension Rule {
    static let modelRequiredAbsent = Rule(
        "model-required-absent", .breaking, "a member the model requires was missing",
        "the model does not decode, and the contract never promised that it would")
    static let modelRequiredPromiseBroken = Rule(
        "model-required-promise-broken", .breaking, "a member that model and contract require was missing",
        "the API does not keep what the app relies on")
    static let modelRequiredUnpromised = Rule(
        "model-required-unpromised", .warning, "the model requires what the contract does not promise",
        "a crash waiting: an answer that keeps the contract cannot be decoded")
    static let modelOptionalPromiseBroken = Rule(
        "model-optional-promise-broken", .warning,
        "a promised member was missing, and the model goes without",
        "the contract promises more than the API keeps and the app needs")
    static let modelOptionalPromised = Rule(
        "model-optional-promised", .info, "a member is promised and always there, but optional in the model",
        "the app has code for a case that does not come")
    static let modelOptionalAlwaysThere = Rule(
        "model-optional-always-there", .info, "a member is always there, but promised by nobody",
        "the recordings may be too few, or the contract too weak")
    static let modelUndocumented = Rule(
        "model-undocumented", .info, "the model reads a member that the contract does not know",
        "no check notices when it changes")
    static let modelUnknown = Rule(
        "model-unknown", .warning, "the model reads a member that neither contract nor traffic knows",
        "its name may be misspelt, and the property is never set")
    static let modelNeverSeen = Rule(
        "model-never-seen", .info, "the model reads a member that was never seen",
        "nothing shows that it decodes")
    static let propertyUnread = Rule(
        "property-unread", .info, "members are seen that nobody decodes",
        "a change in them does not reach the app")
    static let propertyUnneeded = Rule(
        "property-unneeded", .info, "members are promised that were never seen and nobody decodes",
        "a promise nobody needs is one more to look after")
}

// MARK: - What a member may be

extension Rule {
    static let modelEnumClosed = Rule(
        "model-enum-closed", .warning, "a closed enumeration reads an open set",
        "a new value, which the contract allows, cannot be decoded, even where it is optional")
    static let modelFormUnpromised = Rule(
        "model-form-unpromised", .warning, "the contract allows values that the model cannot read",
        "a crash waiting: an answer that keeps the contract cannot be decoded")
    static let modelIntegerNearLimit = Rule(
        "model-integer-near-limit", .warning, "a number is near the end of the model's integer type",
        "ids and counters grow; past the end the whole answer cannot be decoded")
    static let modelInteger32Bits = Rule(
        "model-integer-32-bits", .info, "a number needs more than 32 bits, or nearly, and the model says Int",
        "an Int has 32 bits on some Apple Watches; there the whole answer cannot be decoded")
    static let modelDateOlderSystems = Rule(
        "model-date-older-systems", .warning, "a date has a fraction, which older systems do not read",
        "before Swift 6.2 the decoding strategy iso8601 refuses fractions of a second")
    static let modelDateFractionAllowed = Rule(
        "model-date-fraction-allowed", .info, "the contract allows dates that older systems do not read",
        "before Swift 6.2 the decoding strategy iso8601 refuses fractions of a second")
}

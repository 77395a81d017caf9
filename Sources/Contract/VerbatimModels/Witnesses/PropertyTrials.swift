import VerbatimDecoding
import VerbatimJSON

/// What contract and model make of changes to one member of recorded objects.
struct PropertyTrials {
    /// A change that the contract allows and the model cannot read: a crash waiting.
    struct Crash {
        enum Change {
            case missing
            case null
            case value(JSONValue)
        }

        let change: Change
        /// What the model says to it.
        let failure: ModelFailure?
    }

    /// How often the contract refused an object without the member.
    private(set) var refusals = 0
    /// How often contract and model both went without.
    private(set) var allowances = 0
    /// Crashes waiting, one of each kind.
    private(set) var crashes: [Crash] = []
    /// Whether the contract allows a fraction in a date that had none.
    private(set) var allowsFraction = false

    /// How many objects are tried with other values.
    private static let mostTrials = 2

    /// Tries changes to a member on the objects that have it.
    init(of key: KeyUsage.Key, in evidence: BindingEvidence) {
        let specimens = evidence.specimens[key.location, default: []].filter { $0.value(of: key.name) != nil }
        for specimen in specimens where key.isRequired {
            drop(key, of: specimen, evidence.trial(of: specimen))
        }
        for specimen in specimens.prefix(Self.mostTrials) {
            change(key, of: specimen, evidence.trial(of: specimen))
        }
    }

    /// Whether one of the crashes is that the member is missing.
    var canBeMissing: Bool {
        crashes.contains { if case .missing = $0.change { true } else { false } }
    }

    private mutating func drop(_ key: KeyUsage.Key, of specimen: ModelSample, _ trial: CompatibilityCheck) {
        let without = specimen.changing(key.name, to: nil)
        if !trial.isAllowed(without) {
            refusals += 1
        } else if trial.isRead(without) {
            allowances += 1
        } else if !canBeMissing {
            crashes.append(Crash(change: .missing, failure: trial.failures(without).first))
        }
    }

    private mutating func change(_ key: KeyUsage.Key, of specimen: ModelSample, _ trial: CompatibilityCheck) {
        guard let value = specimen.value(of: key.name) else { return }
        if key.isRequired { attempt(.null, .null, key, specimen, trial) }
        for other in value.others(wanted: key.wanted) {
            attempt(.value(other.leaf), other.value, key, specimen, trial)
        }
        if key.wantsDate, trial.binding.readsISO8601Dates, let date = value.string?.withFraction {
            allowsFraction = allowsFraction || trial.isAllowed(specimen.changing(key.name, to: .string(date)))
        }
    }

    /// Puts one other value to the contract, and if that allows it to the model.
    private mutating func attempt(
        _ change: Crash.Change, _ value: JSONValue, _ key: KeyUsage.Key, _ specimen: ModelSample,
        _ trial: CompatibilityCheck
    ) {
        let changed = specimen.changing(key.name, to: value)
        guard trial.isAllowed(changed), !trial.isRead(changed) else { return }
        let failure = trial.failures(changed).first
        guard
            !crashes.contains(where: {
                $0.change.isNull == change.isNull && $0.failure?.kind == failure?.kind
            })
        else { return }
        crashes.append(Crash(change: change, failure: failure))
    }
}

extension PropertyTrials.Crash.Change {
    fileprivate var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension JSONValue {
    /// Values of the same and of other kinds that a contract may allow in the location of this one; in an array, of its
    /// first element.
    fileprivate func others(wanted: String?) -> [(leaf: JSONValue, value: JSONValue)] {
        if case .array(let elements) = self {
            return (elements.first?.others(wanted: wanted) ?? []).map { ($0.leaf, .array([$0.value])) }
        }
        let others: [JSONValue] =
            switch self {
            case .string: [.string("verbatim"), .number(1)]
            case .number(let number):
                wanted.flatMap(IntegerType.init) == nil
                    ? [.number(987_654_321), .string(number.text)]
                    : [number.withFraction.map(JSONValue.number) ?? .number(1), .string(number.text)]
            case .bool: [.string("true")]
            case .null, .array, .object: []
            }
        return others.map { ($0, $0) }
    }
}

extension JSONNumber {
    /// The number and a half.
    fileprivate var withFraction: JSONNumber? {
        text.allSatisfy { $0.isNumber || $0 == "-" } ? JSONNumber(text + ".5") : nil
    }
}

extension String {
    /// A moment such as `2024-01-02T03:04:05Z` with half a second more; nil for any other text.
    fileprivate var withFraction: String? {
        guard count >= 20, self[index(startIndex, offsetBy: 10)] == "T" else { return nil }
        let end = index(startIndex, offsetBy: 19)
        return self[end] == "." ? nil : self[..<end] + ".5" + self[end...]
    }
}

import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// A member of a model, wherever in an API it is read.
struct PropertySummary {
    let api: String
    let model: String
    /// Its name in documents.
    let name: String
    private(set) var records: [PropertyEvidence]

    /// Puts records of the same member together, in the order in which each was met first.
    static func rows(of records: [PropertyEvidence]) -> [PropertySummary] {
        var rows: [PropertySummary] = []
        var indexes: [[String]: Int] = [:]
        for record in records {
            let (api, key) = (record.evidence.contract.api, record.key)
            if let index = indexes[[api, key.model, key.name]] {
                rows[index].records.append(record)
            } else {
                indexes[[api, key.model, key.name]] = rows.count
                rows.append(PropertySummary(api: api, model: key.model, name: key.name, records: [record]))
            }
        }
        return rows
    }

    /// How often it was there with a value.
    var found: Int { records.reduce(0) { $0 + $1.key.found } }
    /// How often it was looked for.
    var asked: Int { records.reduce(0) { $0 + $1.key.found + $1.key.null + $1.key.absent } }

    /// What the three witnesses say; of several locations the one where least is promised counts.
    var stance: PropertyAgreement {
        PropertyAgreement(
            promise: records.map(\.promise).min() ?? .unknown,
            sight: found == 0 ? .never : found == asked ? .always : .sometimes,
            demand: records.map(\.demand).max() ?? .none)
    }

    /// The record to tell of: the first where least is promised.
    var lead: PropertyEvidence? {
        let least = stance.promise
        return records.first { $0.promise == least }
    }

    /// Whether there is more to tell than what a check finds at each value.
    var isSuspect: Bool {
        let rule = stance.rule.flatMap { $0.severity >= .warning ? $0 : nil }
        return rule.map { !Rule.toldByValue.contains($0) } ?? false
            || records.contains {
                !$0.trials.crashes.isEmpty || $0.hasNumberNearLimit
                    || $0.evidence.fractions[$0.key.member] != nil
            }
    }
}

extension PropertyEvidence {
    /// Whether a number was seen that the integer of the model barely holds.
    fileprivate var hasNumberNearLimit: Bool {
        guard let number = evidence.largeNumbers[key.member]?.value.number,
            let type = key.wanted.flatMap(IntegerType.init)
        else { return false }
        return type.isNearLimit(number)
    }
}

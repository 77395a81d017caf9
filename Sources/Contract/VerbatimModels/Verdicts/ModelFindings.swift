import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// The words of findings about contract, traffic and models together.
struct ModelFindings {
    let sources: SourceIndex

    /// Everything there is to tell of a member.
    func findings(about row: PropertySummary) -> [Finding] {
        [presence(of: row)].compactMap(\.self) + row.records.flatMap(values).distinct
    }

    /// Who reads a member, in words.
    struct Owner {
        /// `Photo.remoteURL`.
        let name: String
        /// `Photo.remoteURL wants URL`.
        let wants: String
        let location: SourceLocation?
    }

    func owner(of record: PropertyEvidence) -> Owner {
        let property = sources.property(readFrom: record.key.name, of: record.key.model)
        let name = property?.description ?? "\(record.key.model).\(record.key.name)"
        let mark = record.demand == .required ? "" : "?"
        return Owner(
            name: name, wants: "\(name) wants \(record.key.wanted ?? "to know of it")\(mark)",
            location: property?.location ?? sources.location(of: record.key.model))
    }

    func finding(
        _ rule: Rule, _ record: PropertyEvidence, _ owner: Owner, at location: SourceLocation? = nil,
        found: String,
        expected: String, next: String
    ) -> Finding {
        let (contract, node) = (record.evidence.contract, record.node ?? record.object)
        return Finding(
            rule: rule, api: contract.api,
            operation: record.evidence.operation.id,
            model: record.key.model, pointer: record.key.member.description,
            contractPointer: node?.pointer.description, expected: expected, found: found,
            location: location ?? owner.location, contractLocation: node.map(contract.location(of:)),
            next: "\(next), and run `make models API=\(contract.api)`")
    }

    /// Where in the contract something stands, in words.
    func location(_ node: JSON?, _ record: PropertyEvidence) -> String {
        node.map { record.evidence.contract.location(of: $0).description } ?? record.evidence.contract.file
    }
}

extension [Finding] {
    /// The findings without those that say the same of the same promise.
    fileprivate var distinct: [Finding] {
        var known: Set<[String?]> = []
        return filter { known.insert([$0.rule.id, $0.contractPointer ?? $0.pointer, $0.found]).inserted }
    }
}

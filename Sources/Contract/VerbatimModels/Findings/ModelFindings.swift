import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// Creates the findings about contract, traffic and models.
struct ModelFindings {
    let sources: SourceIndex

    /// Returns every finding about a property.
    func findings(about summary: PropertySummary) -> [Finding] {
        [presenceFinding(about: summary)].compactMap(\.self)
            + summary.properties.flatMap(valueFindings).removingDuplicates
    }

    /// The property of a model that reads a value.
    struct Reader {
        /// The name of the property in Swift: `Photo.remoteURL`.
        let name: String
        /// The property with its type: `Photo.remoteURL expects URL`.
        let expectation: String
        let location: SourceLocation?
    }

    func reader(of evidence: PropertyEvidence) -> Reader {
        let (key, model) = (evidence.key, evidence.key.model)
        let property = sources.property(readFrom: key.name, of: model)
        let name = property?.description ?? "\(model).\(key.name)"
        let type = key.type.map { evidence.modelStatus == .required ? $0 : $0 + "?" }
        return Reader(
            name: name, expectation: type.map { "\(name) expects \($0)" } ?? "\(name) tests its presence",
            location: property?.location ?? sources.location(of: model))
    }

    func finding(
        _ rule: Rule, _ evidence: PropertyEvidence, _ reader: Reader, at location: SourceLocation? = nil,
        found: String, expected: String, next: String
    ) -> Finding {
        let (contract, schema) = (evidence.binding.contract, evidence.schema ?? evidence.object)
        return Finding(
            rule,
            about: Finding.Subject(
                api: contract.api, operation: evidence.binding.operation.id, model: evidence.key.model,
                pointer: evidence.key.pointer, contractPointer: schema?.pointer),
            .expected(expected, found: found), at: location ?? reader.location,
            contract: schema.map(contract.location(of:)),
            next: "\(next), and run \(ToolCommand("models", contract.api))")
    }

    /// Returns the location of a schema, or the file of the contract without one, as text.
    func location(_ schema: JSON?, _ evidence: PropertyEvidence) -> String {
        let contract = evidence.binding.contract
        return schema.map { contract.location(of: $0).description } ?? contract.file
    }
}

extension [Finding] {
    /// The findings without those that repeat another one about the same schema.
    fileprivate var removingDuplicates: [Finding] {
        var known: Set<[String?]> = []
        return filter { finding in
            let pointer = finding.contractPointer ?? finding.pointer
            return known.insert([finding.rule.id, pointer?.description, finding.found]).inserted
        }
    }
}

import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// Creates the findings about contract, traffic and models.
struct ModelFindings {
    let sources: SourceIndex

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
            next: "\(next), and run \(ToolCommand.checkingModels("models", contract.api))")
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

extension ModelFindings {
    /// Returns the finding about the presence of a property, if contract, traffic and model do not agree.
    func presenceFinding(about summary: PropertySummary) -> Finding? {
        guard let rule = summary.agreement.rule, let message = PresenceMessage.messages[rule],
            let evidence = summary.weakest
        else { return nil }
        let reader = reader(of: evidence)
        let values = PresenceMessage.Values(
            property: "`\(reader.name)`", key: "\"\(evidence.key.name)\"",
            present: "\(summary.presentCount) of \(summary.objectCount)", objects: "\(summary.objectCount)",
            status: evidence.contractStatus == .undocumented
                ? "not documented in the contract" : "optional in the contract",
            schema: location(evidence.object, evidence))
        return finding(
            rule, evidence, reader, found: message.found(values),
            expected: message.statesOptional ? "\(reader.name) is optional" : reader.expectation,
            next: message.next(values))
    }
}

/// What to do about a model that does not decode what a contract allows: in one of the two.
enum ModelAdvice {
    static func require(_ key: String, for property: String, at object: String) -> String {
        "add \(key) to 'required' in \(object), or make \(property) optional"
    }

    static func forbidNull(for property: String, at schema: String) -> String {
        "disallow null in \(schema), or make `\(property)` optional"
    }

    static func close(_ property: String, at schema: String) -> String {
        "add a case for unknown values to the type of `\(property)`, or close the set with 'enum' in \(schema)"
    }

    static func restrict(_ property: String, at schema: String) -> String {
        "restrict the schema in \(schema) to the values that `\(property)` accepts, or let it accept more"
    }

    static func profileDates(at schema: String) -> String {
        "decode dates with a custom strategy that accepts both forms, or set 'x-date-profile' in \(schema)"
    }
}

/// The text of a finding about the presence of a property.
private struct PresenceMessage: Sendable {
    /// The values that the texts contain.
    struct Values {
        /// The property in Swift: `` `Photo.title` ``.
        let property: String
        /// The property in documents: `"title"`.
        let key: String
        /// The number of objects that have the property, of all: `2 of 3`.
        let present: String
        let objects: String
        let status: String
        /// The location of the schema around the property.
        let schema: String
    }

    let found: @Sendable (Values) -> String
    /// Whether the finding states that the property is optional in the model, not its type.
    var statesOptional = false
    let next: @Sendable (Values) -> String

    /// The texts of all rules about the presence of a property that a model reads.
    static let messages: [Rule: PresenceMessage] = [
        .modelRequiredAbsent: PresenceMessage(
            found: { "present in only \($0.present)" },
            next: { "make \($0.property) optional" }),
        .modelRequiredContractViolated: PresenceMessage(
            found: { "present in only \($0.present)" },
            next: { "make \($0.property) optional and remove \($0.key) from 'required' in \($0.schema)" }),
        .modelRequiredContractOptional: PresenceMessage(
            found: \.status,
            next: { ModelAdvice.require($0.key, for: $0.property, at: $0.schema) }),
        .modelOptionalContractViolated: PresenceMessage(
            found: { "present in only \($0.present), although the contract requires it" },
            statesOptional: true,
            next: { "remove \($0.key) from 'required' in \($0.schema)" }),
        .modelOptionalContractRequired: PresenceMessage(
            found: { "required by the contract and present in \($0.present)" },
            statesOptional: true,
            next: { "make \($0.property) required, or keep it optional if the contract is too strict" }),
        .modelOptionalAlwaysPresent: PresenceMessage(
            found: { "present in \($0.present), but optional in the contract" },
            statesOptional: true,
            next: {
                "add \($0.key) to 'required' in \($0.schema), "
                    + "or keep it optional if a sample of \($0.objects) is too small"
            }),
        .modelPropertyUndocumented: PresenceMessage(
            found: { "present in \($0.present) and not documented in the contract" },
            next: { "document \($0.key) in \($0.schema)" }),
        .modelPropertyUnknown: PresenceMessage(
            found: { "present in \($0.present) and not documented in the contract" },
            next: { "correct the name of \($0.property), or delete it" }),
        .modelPropertyNeverPresent: PresenceMessage(
            found: { "present in \($0.present)" },
            next: { "record a scenario in which it is present, or delete \($0.property)" }),
    ]
}

extension ModelFindings {
    func valueFindings(about evidence: PropertyEvidence) -> [Finding] {
        let reader = reader(of: evidence)
        return evidence.incompatibilities().map { finding(about: $0, evidence, reader) }
            + [largeNumberFinding(evidence, reader), dateFinding(evidence, reader)].compactMap(\.self)
    }

    private func finding(
        about incompatibility: Incompatibility, _ evidence: PropertyEvidence, _ reader: Reader
    ) -> Finding {
        switch incompatibility.change {
        case .null:
            let schema = location(evidence.schema ?? evidence.object, evidence)
            return finding(
                .modelRequiredContractOptional, evidence, reader, found: "allowed to be null by the contract",
                expected: reader.expectation, next: ModelAdvice.forbidNull(for: reader.name, at: schema))
        case .value(let value):
            let isCase =
                incompatibility.failure?.kind == .unknownCase
                || evidence.schema?["x-known-values"].exists ?? false
            return isCase ? enumerationFinding(evidence, reader) : typeFinding(value, evidence, reader)
        }
    }

    private func enumerationFinding(_ evidence: PropertyEvidence, _ reader: Reader) -> Finding {
        finding(
            .modelEnumClosed, evidence, reader, found: "allowed to have new values by the contract",
            expected: reader.expectation,
            next: ModelAdvice.close(reader.name, at: location(evidence.schema, evidence)))
    }

    private func typeFinding(_ value: JSONValue, _ evidence: PropertyEvidence, _ reader: Reader) -> Finding {
        finding(
            .modelTypeTooNarrow, evidence, reader,
            found: "allowed to be \(value.text(.compact)) by the contract", expected: reader.expectation,
            next: ModelAdvice.restrict(reader.name, at: location(evidence.schema, evidence)))
    }

    private func largeNumberFinding(_ evidence: PropertyEvidence, _ reader: Reader) -> Finding? {
        guard let recorded = evidence.binding.largeNumbers[evidence.key.pointer],
            let number = recorded.value.number,
            let typeName = evidence.key.type, let type = IntegerType(typeName)
        else { return nil }
        let isNear = type.isNearLimit(number)
        guard isNear || IntegerType.isInt(typeName) else { return nil }
        return finding(
            isNear ? .modelIntegerNearLimit : .modelInteger32Bits, evidence, reader, at: recorded.location,
            found: "the number \(number)",
            expected: "\(reader.expectation), "
                + (isNear ? "which represents \(type.range)" : "which may have 32 bits"),
            next: "declare `\(reader.name)` as "
                + (isNear ? "a wider integer or a String" : "Int64 if the app runs on Apple Watch"))
    }

    static let olderSystems =
        "by iso8601, which rejects fractions before iOS 26, macOS 26 and Swift 6.2 on Linux"

    private func dateFinding(_ evidence: PropertyEvidence, _ reader: Reader) -> Finding? {
        let recorded = evidence.binding.fractionalDates[evidence.key.pointer]
        guard recorded != nil || evidence.compatibility.allowsFraction() else { return nil }
        let schema = location(evidence.schema, evidence)
        return finding(
            recorded == nil ? .modelDateFractionAllowed : .modelDateOlderSystems, evidence, reader,
            at: recorded?.location,
            found: recorded.map { "the string \($0.value.text(.compact))" }
                ?? "allowed to have a fraction by the contract",
            expected: "\(reader.expectation) \(Self.olderSystems)",
            next: ModelAdvice.profileDates(at: schema))
    }

    /// Returns the findings about properties that no model reads: one for each rule and object.
    func findings(about unread: [UnreadProperty]) -> [Finding] {
        [Rule.propertyUnread, .propertyUnused].flatMap { rule in
            OrderedGroups(grouping: unread.filter { $0.agreement.rule == rule }, by: \.objectKey).values
                .map { finding(rule, $0[0], names: $0.map(\.name)) }
        }
    }

    private func finding(_ rule: Rule, _ first: UnreadProperty, names: [String]) -> Finding {
        let contract = first.binding.contract
        let message =
            rule == .propertyUnread
            ? unreadMessage(first, shortList(names)) : unusedMessage(first, shortList(names))
        return Finding(
            rule,
            about: Finding.Subject(
                api: contract.api, operation: first.binding.operation.id, model: first.model,
                part: first.location.tokens.isEmpty ? "the body" : "'\(first.location)'",
                contractPointer: first.object?.pointer),
            .expected(message.expected, found: message.found), at: sources.location(of: first.model),
            contract: first.object.map(contract.location(of:)), next: message.next)
    }

    private typealias Message = (found: String, expected: String, next: String)

    private func unreadMessage(_ property: UnreadProperty, _ names: String) -> Message {
        (
            "read except for \(names)", "\(property.model) reads the rest",
            "read them in `\(property.model)` if the app needs them; "
                + "\(ToolCommand("models", property.binding.contract.api, "--format", "json")) lists each"
        )
    }

    private func unusedMessage(_ property: UnreadProperty, _ names: String) -> Message {
        let contract = property.binding.contract
        return (
            "documented with \(names), never recorded", "\(property.model) reads the rest",
            "remove them from \(contract.file), or record a scenario in which they are present: "
                + "\(ToolCommand("record", contract.api))"
        )
    }

    /// Returns the first names of a list, each once, and the number of the remaining ones.
    private func shortList(_ names: [String]) -> String {
        let distinct = names.uniqued
        let remaining = distinct.count - Self.maximumNames
        guard remaining > 1 else { return distinct.joined(separator: ", ") }
        return distinct.prefix(Self.maximumNames).joined(separator: ", ") + " and \(remaining) more"
    }

    private static let maximumNames = 8
}

import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// Makes findings of the instances that models do not decode: one for each property of the app and each way
/// in which the contract allows more than it.
struct InstanceFindings {
    let contract: Contract
    let sources: SourceIndex

    func findings(_ failures: [InstanceFailure]) -> [Finding] {
        OrderedGroups(grouping: failures) { affected(by: $0).name }.values.flatMap { failures in
            [
                failures.filter(\.isPresence), failures.filter { !$0.isPresence && !$0.isOnOlderSystems },
                failures.filter(\.isOnOlderSystems),
            ].compactMap(finding)
        }
    }

    private func affected(by failure: InstanceFailure) -> AffectedProperty {
        AffectedProperty(failure.failure, in: failure.reading, of: failure.binding.model, in: sources)
    }

    private func finding(about failures: [InstanceFailure]) -> Finding? {
        guard let first = failures.first else { return nil }
        let property = affected(by: first)
        let place = Place(of: first, in: contract)
        let rule = self.rule(failures, place)
        let location = place.location(in: contract)
        var finding = Finding(
            rule,
            about: Finding.Subject(
                api: contract.api, operation: first.operation.id, model: first.binding.model,
                pointer: first.pattern, contractPointer: place.node?.pointer),
            .expected(expected(first, by: property), found: found(failures, rule, place)), at: location,
            contract: location, model: property.location,
            next: "\(next(first, rule, property, place)), and run "
                + ToolCommand.checkingModels("models", "--contract-only", contract.api))
        finding.affected = [property]
        finding.evidence = .instance(first.relevantPart)
        if first.failure.isNull { finding.value = .scalar(.null) }
        finding.count = Set(failures.map(\.pattern)).count
        return finding
    }

    // MARK: The parts of a finding

    /// The schemas around a value that is not decoded.
    private struct Place {
        let name: String
        /// The schema of the value, and that of the object around it.
        let schema: JSON?
        let object: JSON?
        let isEnumerated: Bool
        let isTyped: Bool

        var node: JSON? { schema ?? object }

        init(of failure: InstanceFailure, in contract: Contract) {
            let root = SchemaView(ofBody: failure.schema, contract.references)
            let tokens = failure.pattern.tokens
            let parent = tokens.dropLast().reduce(root) { $0.descending(to: $1) }
            let view = tokens.last.map { parent.descending(to: $0) } ?? root
            name = tokens.last ?? ""
            schema = view.root
            object = tokens.last.flatMap { parent.documented($0)?.object } ?? parent.object
            isEnumerated = view.schemas.contains { $0.listedValues != nil }
            isTyped = isEnumerated || view.schemas.contains { $0["type"].exists }
        }

        func location(in contract: Contract) -> SourceLocation {
            node.map(contract.location(of:)) ?? SourceLocation(file: contract.file)
        }
    }

    /// The rule that all failures of a property break in one way: what the contract never allows is breaking.
    private func rule(_ failures: [InstanceFailure], _ place: Place) -> Rule {
        guard let first = failures.first, !first.isOnOlderSystems else { return .modelDateFractionAllowed }
        if first.isPresence {
            let isUndocumented = first.failure.kind == .missingKey && place.schema == nil
            return isUndocumented ? .modelContractContradicted : .modelRequiredContractOptional
        }
        let isContradicted = failures.allSatisfy { $0.failure.kind == .wrongType && !$0.isDecodable }
        if isContradicted, place.isTyped { return .modelContractContradicted }
        return failures.contains { $0.failure.kind == .unknownCase } && !place.isEnumerated
            ? .modelEnumClosed : .modelTypeTooNarrow
    }

    private func expected(_ failure: InstanceFailure, by property: AffectedProperty) -> String {
        let expected =
            property.location == nil ? failure.failure.expected : failure.failure.expected(by: property.name)
        return failure.isOnOlderSystems
            ? "\(property.name) expects Date \(ModelFindings.olderSystems)" : expected
    }

    /// The most values that a message lists.
    private static let listed = 3

    private func found(_ failures: [InstanceFailure], _ rule: Rule, _ place: Place) -> String {
        if rule == .modelContractContradicted, place.schema == nil { return "not documented in the contract" }
        let all = failures.map(\.change).uniqued
        let rest = all.count - Self.listed
        let shown = all.prefix(Self.listed) + (rest > 0 ? ["\(rest) other values"] : [])
        let extent = rule == .modelContractContradicted ? "every instance" : "an instance"
        return "\(Array(shown).list("or")) in \(extent) of the contract"
    }

    private func next(
        _ failure: InstanceFailure, _ rule: Rule, _ property: AffectedProperty, _ place: Place
    ) -> String {
        let schema = place.location(in: contract).description
        let object = place.object.map { contract.location(of: $0).description } ?? schema
        return switch rule {
        case .modelContractContradicted:
            "declare in \(place.schema == nil ? object : schema) what the API sends, or change `\(property.name)`"
        case .modelRequiredContractOptional where failure.failure.isNull:
            ModelAdvice.forbidNull(for: property.name, at: schema)
        case .modelRequiredContractOptional:
            ModelAdvice.require("\"\(place.name)\"", for: "`\(property.name)`", at: object)
        case .modelEnumClosed: ModelAdvice.close(property.name, at: schema)
        case .modelDateFractionAllowed: ModelAdvice.profileDates(at: schema)
        default: ModelAdvice.restrict(property.name, at: schema)
        }
    }
}

extension SchemaView {
    /// Returns the view of an element or a property, where `*` is any element.
    fileprivate func descending(to token: String) -> SchemaView {
        token == JSONPointer.anyToken ? descending(JSONPointer([token])) : property(token)
    }
}

extension InstanceFailure {
    /// Whether the value is missing or null, rather than one that the model does not decode.
    fileprivate var isPresence: Bool { failure.kind == .missingKey || failure.kind == .null }

    /// What the instance has at the place: `left out`, `null`, or the value.
    fileprivate var change: String {
        switch failure.kind {
        case .missingKey: "left out"
        case .null: "null"
        default:
            failure.pointer.flatMap { instance.document[$0] }.map { $0.text(.compact).excerpt(60) }
                ?? failure.found
        }
    }

    /// The object around the value, with what is inside of its other properties left out.
    fileprivate var relevantPart: JSONValue {
        let parent = failure.pointer?.parent.flatMap { instance.document[$0] } ?? instance.document
        guard case .object(let object) = parent else { return parent }
        let name = failure.pointer?.tokens.last
        return .object(
            JSONObject(object.members.map { ($0.name, $0.name == name ? $0.value : $0.value.abridged) }))
    }
}

extension JSONValue {
    /// The value without what is inside of it.
    fileprivate var abridged: JSONValue {
        switch self {
        case .object: .object([:])
        case .array: .array([])
        default: self
        }
    }
}

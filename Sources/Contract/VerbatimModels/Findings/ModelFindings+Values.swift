import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

extension ModelFindings {
    /// Returns the findings about the values that a property may have.
    func valueFindings(about evidence: PropertyEvidence) -> [Finding] {
        let reader = reader(of: evidence)
        // An undocumented property has a finding of its own; every value is compatible with no schema.
        let incompatibilities = evidence.schema == nil ? [] : evidence.compatibility.incompatibilities
        return incompatibilities.compactMap { finding(about: $0, evidence, reader) }
            + [largeNumberFinding(evidence, reader), dateFinding(evidence, reader)].compactMap(\.self)
    }

    private func finding(
        about incompatibility: Incompatibility, _ evidence: PropertyEvidence, _ reader: Reader
    ) -> Finding? {
        switch incompatibility.change {
        case .missing:
            return nil
        case .null:
            let schema = location(evidence.schema ?? evidence.object, evidence)
            return finding(
                .modelRequiredContractOptional, evidence, reader,
                found: "allowed to be null by the contract", expected: reader.expectation,
                next: "disallow null in \(schema), or make `\(reader.name)` optional")
        case .value(let value):
            let isCase =
                incompatibility.failure?.kind == .unknownCase
                || evidence.schema?["x-known-values"].exists ?? false
            return isCase
                ? enumerationFinding(value, evidence, reader) : typeFinding(value, evidence, reader)
        }
    }

    private func enumerationFinding(
        _ value: JSONValue, _ evidence: PropertyEvidence, _ reader: Reader
    ) -> Finding {
        finding(
            .modelEnumClosed, evidence, reader,
            found: "allowed to have new values by the contract, such as \(value.text(.compact))",
            expected: reader.expectation,
            next: "add a case for unknown values to the type of `\(reader.name)`, or close the set with "
                + "'enum' in \(location(evidence.schema, evidence))")
    }

    private func typeFinding(
        _ value: JSONValue, _ evidence: PropertyEvidence, _ reader: Reader
    ) -> Finding {
        finding(
            .modelTypeTooNarrow, evidence, reader,
            found: "allowed to be \(value.text(.compact)) by the contract", expected: reader.expectation,
            next: "restrict the schema in \(location(evidence.schema, evidence)) to the values that "
                + "`\(reader.name)` accepts, or let it accept more")
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

    private func dateFinding(_ evidence: PropertyEvidence, _ reader: Reader) -> Finding? {
        let recorded = evidence.binding.fractionalDates[evidence.key.pointer]
        guard recorded != nil || evidence.compatibility.allowsFraction else { return nil }
        let schema = location(evidence.schema, evidence)
        return finding(
            recorded == nil ? .modelDateFractionAllowed : .modelDateOlderSystems, evidence, reader,
            at: recorded?.location,
            found: recorded.map { "the string \($0.value.text(.compact))" }
                ?? "allowed to have a fraction by the contract",
            expected: "\(reader.expectation) by iso8601, "
                + "which rejects fractions before iOS 26, macOS 26 and Swift 6.2 on Linux",
            next: "decode dates with a custom strategy that accepts both forms, or set 'x-date-profile' in "
                + schema)
    }
}

import VerbatimJSON

/// The deprecated parameters and properties of a contract that recordings contain.
struct DeprecatedParts {
    let contract: Contract
    /// The parts that had a value.
    let schemas: SchemaCoverage

    /// The findings in document order, each once for a part of the contract.
    var findings: [Finding] {
        let shapes = schemas.marks.indices.filter { !schemas.marks[$0].isEmpty }.map { contract.shapes[$0] }
        let covered = Set(shapes.flatMap { $0.schemas.compactMap(\.node) })
        var findings: [Int: Finding] = [:]
        for schema in shapes.flatMap(\.schemas) {
            for (_, property) in schema["properties"].members where property.isDeprecated {
                guard let node = property.node, covered.contains(node) else { continue }
                findings[node] = finding(.deprecatedPropertyUsed, property, "property '\(property.label)'")
            }
        }
        for operation in contract.operations {
            for parameter in operation.parameters where parameter.node.isDeprecated {
                guard let node = parameter.node.node, let value = parameter.schema?.node.node,
                    covered.contains(value), findings[node] == nil
                else { continue }
                findings[node] = finding(
                    .deprecatedParameterUsed, parameter.node, parameter.description, of: operation.id)
            }
        }
        return findings.sorted { $0.key < $1.key }.map(\.value)
    }

    private func finding(_ rule: Rule, _ node: JSON, _ subject: String, of operation: String? = nil)
        -> Finding
    {
        Finding(
            rule,
            about: .init(
                api: contract.api, operation: operation, part: subject, contractPointer: node.pointer),
            .found("deprecated in the contract, and recorded"), contract: contract.location(of: node),
            next: DeprecationNotice.nextStep)
    }
}

extension JSON {
    fileprivate var isDeprecated: Bool { self["deprecated"].bool == true }
}

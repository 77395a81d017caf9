import Foundation
import VerbatimContract
import VerbatimJSON

extension ShippedVersion {
    /// Reads the file of a version, `Versions/3.2.json`.
    init(contentsOf file: URL) throws(ContractError) {
        let document = try JSON(readingInput: file)
        var reader = ShippedVersionReader(file: file.relativePath)
        operations = try reader.read(document)
        name = file.deletingPathExtension().lastPathComponent
    }
}

/// Reads the expectations of a version and collects every problem in them.
private struct ShippedVersionReader {
    let file: String
    private var problems: [ContractError.Problem] = []

    init(file: String) { self.file = file }

    mutating func read(
        _ document: JSON
    ) throws(ContractError) -> [ShippedVersion.OperationKey: [ShippedVersion.Expectation]] {
        var operations: [ShippedVersion.OperationKey: [ShippedVersion.Expectation]] = [:]
        if document["version"].number?.int != 2 {
            report(document["version"], in: document, "'version' must be 2")
        }
        for api in elements("apis", of: document) {
            let name = text("api", of: api)
            for operation in elements("operations", of: api) {
                guard let id = text("operation", of: operation), let statuses = statuses(of: operation),
                    let name
                else { continue }
                let key = ShippedVersion.OperationKey(api: name, operation: id)
                for property in elements("properties", of: operation) {
                    guard let expectation = expectation(property, statuses) else { continue }
                    operations[key, default: []].append(expectation)
                }
            }
        }
        guard problems.isEmpty else { throw ContractError(problems) }
        return operations
    }

    private mutating func expectation(
        _ node: JSON, _ statuses: ClosedRange<Int>
    ) -> ShippedVersion.Expectation? {
        guard let text = text("pattern", of: node) else { return nil }
        guard let pattern = try? JSONPointer(parsing: text) else {
            report(node["pattern"], in: node, "invalid JSON Pointer '\(text)': it begins with '/'")
            return nil
        }
        guard let isRequired = node["required"].bool else {
            report(node["required"], in: node, "'required' must be true or false")
            return nil
        }
        return ShippedVersion.Expectation(
            statuses: statuses, pattern: pattern, isRequired: isRequired, acceptance: acceptance(node))
    }

    private mutating func acceptance(_ node: JSON) -> PropertyAcceptance? {
        guard node["accepts"].exists else { return nil }
        for type in node["accepts"].elements where !PropertyAcceptance.typeNames.contains(type.string ?? "") {
            let known = PropertyAcceptance.typeNames.list("or")
            report(type, in: node, "unknown type \(type.excerpt(40)): use \(known)")
        }
        func texts(_ name: String) -> Set<String>? {
            node[name].exists ? Set(node[name].elements.compactMap(\.string)) : nil
        }
        return PropertyAcceptance(types: texts("accepts") ?? [], words: texts("words"), dates: texts("dates"))
    }

    // MARK: Members

    private mutating func elements(_ name: String, of node: JSON) -> [JSON] {
        if node[name].kind != .array { report(node[name], in: node, "'\(name)' must be an array") }
        return Array(node[name].elements)
    }

    private mutating func text(_ name: String, of node: JSON) -> String? {
        if let text = node[name].string { return text }
        report(node[name], in: node, "'\(name)' must be a string")
        return nil
    }

    private mutating func statuses(of node: JSON) -> ClosedRange<Int>? {
        guard let text = text("statuses", of: node) else { return nil }
        let bounds = text.split(separator: "-").compactMap { Int($0) }
        if bounds.count == 2, bounds[0] <= bounds[1] { return bounds[0]...bounds[1] }
        report(node["statuses"], in: node, "invalid statuses '\(text)': write them like 200-299")
        return nil
    }

    private mutating func report(_ node: JSON, in parent: JSON, _ message: String) {
        problems.append(
            ContractError.Problem(
                location: SourceLocation(node.exists ? node : parent, in: file), message: message,
                next: "restore it with `git checkout -- \(file)`, or save the version again with "
                    + "\(ToolCommand("models", "--save", "VERSION"))"))
    }
}

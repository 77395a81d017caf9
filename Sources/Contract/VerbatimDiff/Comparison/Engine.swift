import VerbatimContract
import VerbatimJSON

extension ContractComparison {
    /// Finds every difference between two contracts, before their consequences for the app are known.
    struct Engine {
        let oldContract: Contract
        let newContract: Contract
        let schemas: SchemaComparison
        private(set) var changes: [RawChange] = []

        init(_ old: Contract, _ new: Contract) {
            oldContract = old
            newContract = new
            schemas = SchemaComparison(
                old: NormalizedSchemaCache(document: old.document),
                new: NormalizedSchemaCache(document: new.document))
        }

        /// Collects the changes in the order of the new contract; removed operations come last.
        mutating func run() {
            compareServers()
            compareSecuritySchemes()
            compareRemainingMembers(oldContract.document, newContract.document, of: .document)
            let pairs = OperationPairs(oldContract.operations, newContract.operations)
            for operation in pairs.added {
                report(
                    .presence(.added), of: .operation, .operation, in: operation, subject: operation.subject,
                    old: "not declared", new: operation.path, at: (nil, operation.node))
            }
            for (old, new) in pairs.common { compareOperations(old, new) }
            for operation in pairs.removed {
                report(
                    .presence(.removed), of: .operation, .operation, in: operation,
                    subject: operation.subject, old: operation.path, new: "not declared",
                    at: (operation.node, nil))
            }
        }

        /// Appends a change.
        ///
        /// - Parameters:
        ///   - kind: What happened.
        ///   - part: The part of the contract that it happened to, in general.
        ///   - direction: The effect on the set of allowed values, if it is not the usual one.
        ///   - subject: The part of the contract that it happened to, by its name.
        ///   - nodes: The parts of both contracts that show the change.
        mutating func report(
            _ kind: ChangeKind, of part: ChangeSubject, _ scope: RawChange.Scope,
            _ direction: Direction? = nil, in operation: APIOperation? = nil, status: String? = nil,
            subject: String, pointer: JSONPointer? = nil, old: String, new: String,
            at nodes: (old: JSON?, new: JSON?)
        ) {
            let rule = ChangeRule(kind, part)
            changes.append(
                RawChange(
                    rule: rule, direction: direction ?? rule.direction, scope: scope, operation: operation,
                    status: status, subject: subject, pointer: pointer, old: old, new: new,
                    oldNode: nodes.old, newNode: nodes.new))
        }

        /// Reports the members that differ and are neither compared one by one nor documentation.
        mutating func compareRemainingMembers(
            _ old: JSON, _ new: JSON, of object: ComparedObject, in operation: APIOperation? = nil,
            status: String? = nil
        ) {
            let names = Set(old.members.map(\.name)).union(new.members.map(\.name))
                .subtracting(object.compared)
            let oldMembers = Dictionary(old.members.map { ($0.name, $0.value) }) { first, _ in first }
            let newMembers = Dictionary(new.members.map { ($0.name, $0.value) }) { first, _ in first }
            for name in names.sorted() {
                let (before, after) = (oldMembers[name], newMembers[name])
                guard before?.value != after?.value else { continue }
                let isExtension = name.hasPrefix("x-")
                report(
                    .extent(isExtension ? .extensionChanged : .unhandled), of: .contract, .contract,
                    Direction.none, in: operation, status: status,
                    subject: isExtension ? object.name : "'\(name)' of \(object.name)",
                    old: (isExtension ? "'\(name)' " : "") + DiffMessages.optional(before?.value),
                    new: (isExtension ? "'\(name)' " : "") + DiffMessages.optional(after?.value),
                    at: (before ?? old, after ?? new))
            }
        }
    }
}

extension APIOperation {
    var subject: String { "operation '\(id)'" }
}

/// A change between two contracts, before its consequences for the app are known.
struct RawChange {
    /// The part of an exchange that shows the change.
    enum Scope {
        case contract
        case operation
        case request
        case response
        /// The schema of a body: the difference, and the normal forms of the whole body.
        case body(SchemaDifference, old: SchemaBranch.Index, new: SchemaBranch.Index)
    }

    let rule: ChangeRule
    let direction: Direction
    let scope: Scope
    /// The operation of the new contract, or of the old one if it was removed.
    var operation: APIOperation?
    /// The key of the response: `200`, `4XX`, `default`.
    var status: String?
    var subject: String
    /// The values of the body that changed, with `*` for any element.
    var pointer: JSONPointer?
    var old: String
    var new: String
    var oldNode: JSON?
    var newNode: JSON?
}

/// An OpenAPI object, with the members that are compared one by one and those that are documentation.
struct ComparedObject {
    let name: String
    let compared: Set<String>

    private static let documentation: Set<String> = [
        "description", "summary", "externalDocs", "tags", "example", "examples", "title",
    ]

    private init(_ name: String, _ compared: Set<String>) {
        self.name = name
        self.compared = compared.union(Self.documentation)
    }

    static let document = ComparedObject(
        "the document", ["openapi", "info", "servers", "paths", "components", "security"])
    static let operation = ComparedObject(
        "the operation",
        [
            "operationId", "parameters", "requestBody", "responses", "deprecated", "security", "servers",
            "x-recorded",
        ])
    static let parameter = ComparedObject(
        "the parameter", ["name", "in", "required", "schema", "content", "deprecated", "$ref"])
    static let requestBody = ComparedObject("the request body", ["required", "content", "$ref"])
    static let response = ComparedObject("the response", ["headers", "content", "$ref"])
    static let header = ComparedObject(
        "the header", ["required", "schema", "content", "deprecated", "$ref"])
    static let mediaType = ComparedObject("the media type", ["schema"])
}

/// The operations of two contracts, paired by method and path whatever the names of path parameters.
private struct OperationPairs {
    private(set) var common: [(old: APIOperation, new: APIOperation)] = []
    private(set) var added: [APIOperation] = []
    private(set) var removed: [APIOperation] = []

    init(_ old: [APIOperation], _ new: [APIOperation]) {
        var unpaired = Dictionary(grouping: old, by: Self.key)
        for operation in new {
            let key = Self.key(operation)
            if var candidates = unpaired[key], !candidates.isEmpty {
                common.append((candidates.removeFirst(), operation))
                unpaired[key] = candidates
            } else {
                added.append(operation)
            }
        }
        let ids = Set(unpaired.values.joined().map(\.id))
        removed = old.filter { ids.contains($0.id) }
    }

    private static func key(_ operation: APIOperation) -> String {
        var key = operation.method + " "
        var isName = false
        for character in operation.path {
            if character == "}" { isName = false }
            if !isName { key.append(character) }
            if character == "{" { isName = true }
        }
        return key
    }
}

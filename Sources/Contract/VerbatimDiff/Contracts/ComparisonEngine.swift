import VerbatimContract
import VerbatimJSON

/// Finds every difference between two contracts of one API.
struct ComparisonEngine {
    let old: Contract
    let new: Contract
    let schemas: SchemaComparison
    var changes: [RawChange] = []

    init(_ old: Contract, _ new: Contract) {
        self.old = old
        self.new = new
        schemas = SchemaComparison(
            old: NormalizedSchemaCache(document: old.document),
            new: NormalizedSchemaCache(document: new.document))
    }

    /// The differences, in the order of the new contract; what is gone comes last.
    mutating func compare() {
        compareServers()
        compareSecuritySchemes()
        compareOthers(old.document, new.document, among: .document)
        let pairs = OperationPairs(old.operations, new.operations)
        for operation in pairs.added {
            noteOperation("operation-added", operation, was: "not declared", now: operation.path)
        }
        for (was, now) in pairs.common { compareOperations(was, now) }
        for operation in pairs.removed {
            noteOperation("operation-removed", operation, was: operation.path, now: "not declared")
        }
    }

    // MARK: Noting

    /// Adds a change by the id of its rule; a rule that is not there is a difference nobody knows.
    mutating func note(
        _ rule: String, _ scope: RawChange.Scope, _ direction: Direction? = nil,
        in operation: APIOperation? = nil,
        status: String? = nil, subject: String, pointer: JSONPointer? = nil, was: String, now: String,
        old: JSON?,
        new: JSON?
    ) {
        let rule = ChangeRule.named(rule) ?? .unhandled
        changes.append(
            RawChange(
                rule: rule, direction: direction ?? rule.direction, scope: scope, operation: operation,
                status: status,
                subject: subject, pointer: pointer, was: was, now: now, oldNode: old, newNode: new))
    }

    private mutating func noteOperation(
        _ rule: String, _ operation: APIOperation, was: String, now: String
    ) {
        let isNew = rule == "operation-added"
        note(
            rule, .operation, in: operation, subject: "operation '\(operation.id)'", was: was, now: now,
            old: isNew ? nil : operation.node, new: isNew ? operation.node : nil)
    }

    /// Adds what the members differ in that are neither compared elsewhere nor for people only.
    mutating func compareOthers(
        _ was: JSON, _ now: JSON, among members: ComparedMembers,
        in operation: APIOperation? = nil,
        status: String? = nil
    ) {
        let names = Set(was.members.map(\.name)).union(now.members.map(\.name)).subtracting(members.known)
        for name in names.sorted()
        where was[name].exists != now[name].exists || was[name].value != now[name].value {
            note(
                "unhandled", .contract, Direction.none, in: operation, status: status,
                subject: "'\(name)' of \(members.name)",
                was: DiffMessages.optional(was[name]),
                now: DiffMessages.optional(now[name]),
                old: was[name].exists ? was[name] : was,
                new: now[name].exists ? now[name] : now)
        }
    }
}

/// The members of an OpenAPI object that are compared one by one, or that are for people only.
struct ComparedMembers {
    let name: String
    let known: Set<String>

    private static let forPeople: Set<String> = [
        "description", "summary", "externalDocs", "tags", "example", "examples", "title",
    ]

    private init(_ name: String, _ known: Set<String>) {
        self.name = name
        self.known = known.union(Self.forPeople)
    }

    static let document = ComparedMembers(
        "the document", ["openapi", "info", "servers", "paths", "components", "security"])
    static let operation = ComparedMembers(
        "the operation",
        [
            "operationId", "parameters", "requestBody", "responses", "deprecated", "security", "servers",
            "x-recorded",
        ])
    static let parameter = ComparedMembers(
        "the parameter", ["name", "in", "required", "schema", "content", "deprecated", "$ref"])
    static let requestBody = ComparedMembers("the request body", ["required", "content", "$ref"])
    static let response = ComparedMembers("the response", ["headers", "content", "$ref"])
    static let header = ComparedMembers(
        "the header", ["required", "schema", "content", "deprecated", "$ref"])
    static let mediaType = ComparedMembers("the media type", ["schema"])
}

/// Which operation of one contract is which of another.
struct OperationPairs {
    private(set) var common: [(old: APIOperation, new: APIOperation)] = []
    private(set) var added: [APIOperation] = []
    private(set) var removed: [APIOperation] = []

    /// Pairs operations of the same method and path, whatever the names of the parameters in it.
    init(_ old: [APIOperation], _ new: [APIOperation]) {
        var waiting = Dictionary(grouping: old, by: Self.key)
        for operation in new {
            let key = Self.key(operation)
            if var known = waiting[key], !known.isEmpty {
                common.append((known.removeFirst(), operation))
                waiting[key] = known
            } else {
                added.append(operation)
            }
        }
        let left = Set(waiting.values.joined().map(\.id))
        removed = old.filter { left.contains($0.id) }
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

import VerbatimContract
import VerbatimJSON

extension ContractComparison {
    /// Finds every difference between two contracts, before their consequences for the app are known.
    struct Engine {
        let oldContract: Contract
        let newContract: Contract
        let requests: SchemaComparison
        let responses: SchemaComparison
        /// The new names of the security schemes that are only called differently.
        let securityNames: [String: String]
        private var changes = OrderedGroups<RawChange.Key, RawChange>()
        private var uses: [SchemaUse] = []
        /// The changes of the differences that are located so far, by the part that they are reported for.
        private var known: [DifferenceNumber: [ChangeSubject: RawChange.Key]] = [:]
        /// The number of changes and uses of schemas so far.
        private var order = 0

        init(_ old: Contract, _ new: Contract) {
            oldContract = old
            newContract = new
            securityNames = SecuritySchemes(old).names(in: SecuritySchemes(new))
            let forms = (
                old: NormalizedSchemaCache(document: old.document),
                new: NormalizedSchemaCache(document: new.document)
            )
            let unchanged = UnchangedSchemas(forms.old.references, forms.new.references)
            (requests, responses) = (
                SchemaComparison(old: forms.old, new: forms.new, side: .request, unchanged: unchanged),
                SchemaComparison(old: forms.old, new: forms.new, side: .response, unchanged: unchanged)
            )
        }

        /// Whether nothing differs.
        var isEmpty: Bool { changes.isEmpty && uses.isEmpty }

        /// Returns the comparison for a side of an exchange.
        func schemas(of side: ExchangeSide) -> SchemaComparison { side == .request ? requests : responses }

        /// Compares the contracts in the order of the new one; removed operations come last.
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
        ///   - name: The name of the extension that changed: one change, wherever it does.
        mutating func report(
            _ kind: ChangeKind, of part: ChangeSubject, _ scope: RawChange.Scope,
            _ direction: Direction? = nil, in operation: APIOperation? = nil, status: String? = nil,
            subject: String, pointer: JSONPointer? = nil, old: String, new: String,
            at nodes: (old: JSON?, new: JSON?), sharedBy name: String? = nil
        ) {
            let rule = ChangeRule(kind, part)
            order += 1
            let place = RawChange.Place(
                scope: scope, operation: operation, status: status, subject: subject, pointer: pointer)
            append(
                RawChange(
                    rule: rule, direction: direction ?? rule.direction, old: old, new: new,
                    oldNode: nodes.old, newNode: nodes.new, extensionName: name, order: order,
                    places: [place]))
        }

        /// Appends a change, or its places if the same change is known: parts of a contract are shared.
        @discardableResult
        private mutating func append(_ change: RawChange) -> RawChange.Key {
            let key = change.key ?? RawChange.Key(change, number: changes.count)
            if changes[key] == nil {
                changes[key, default: change] = change
            } else {
                for place in change.places {
                    changes[key, default: change].join(place, change.direction, order: change.order)
                }
            }
            return key
        }

        /// Compares the schemas of a part of an operation.
        ///
        /// - Parameter isItem: Whether they are those of each item of a sequence.
        mutating func compareSchemas(
            of kind: SchemaUse.Kind, _ old: JSON?, _ new: JSON?, in operation: APIOperation,
            status: String? = nil, subject: String, isItem: Bool = false,
            at nodes: (old: JSON?, new: JSON?)? = nil
        ) {
            let comparison = schemas(of: kind.side)
            guard let number = comparison.pair(old, new) else { return }
            order += 1
            uses.append(
                SchemaUse(
                    kind: kind, pair: number, operation: operation, status: status, subject: subject,
                    isItem: isItem,
                    nodes: nodes ?? (old, new), forms: comparison.pair(numbered: number).forms, order: order))
        }

        /// Returns the changes in the order of the new contract, each with its places.
        ///
        /// - Parameter isUsed: Returns whether the app uses an operation. Every place in one that it uses is
        ///   listed, and a limited number of others.
        mutating func locatedChanges(preferring isUsed: (APIOperation) -> Bool) -> [RawChange] {
            let preferred = uses.filter { isUsed($0.operation) }
            let others = uses.filter { !isUsed($0.operation) }
            let limit = ComparisonLimits.places + preferred.count * ComparisonLimits.paths
            var locators = (
                request: DifferenceLocator(requests, limit: limit),
                response: DifferenceLocator(responses, limit: limit)
            )
            var places: [DifferenceLocator.Place] = []
            for use in preferred + others {
                switch use.kind.side {
                case .request: locators.request.locate(use) { places.append($0) }
                case .response: locators.response.locate(use) { places.append($0) }
                }
                for place in places { append(place) }
                places.removeAll()
            }
            uses = []
            return changes.values.enumerated()
                .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
        }

        /// Appends a difference at a place; what the difference is in the documents is looked up once.
        private mutating func append(_ located: DifferenceLocator.Place) {
            let (use, difference) = (located.use, located.difference)
            let path = use.path + difference.path
            let subject = ChangeSubject(difference.part, of: use.kind, isInside: !path.isEmpty)
            let pointer = path.pointer
            let place = RawChange.Place(
                scope: .schema(use, difference), operation: use.operation, status: use.status,
                subject: use.subject(at: pointer), pointer: use.kind == .responseBody ? pointer : nil)
            let comparison = schemas(of: use.kind.side)
            let change = {
                RawChange(
                    rule: ChangeRule(difference.kind, subject), direction: difference.direction,
                    old: difference.old, new: difference.new,
                    oldNode: comparison.old.node(showing: difference.origin, at: difference.origin.site.old)
                        ?? use.nodes.old,
                    newNode: comparison.new.node(showing: difference.origin, at: difference.origin.site.new)
                        ?? use.nodes.new,
                    path: located.path,
                    extensionName: difference.kind == .extent(.extensionChanged) ? difference.keyword : nil,
                    order: use.order, places: [place])
            }
            if let key = known[located.number]?[subject] {
                changes[key, default: change()].join(place, difference.direction, order: use.order)
            } else {
                known[located.number, default: [:]][subject] = append(change())
            }
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
                let values = DiffMessages.values(before?.value, after?.value)
                report(
                    .extent(isExtension ? .extensionChanged : .unhandled), of: .contract, .contract,
                    Direction.none, in: operation, status: status,
                    subject: isExtension ? object.name : "'\(name)' of \(object.name)",
                    old: (isExtension ? "'\(name)' " : "") + values.old,
                    new: (isExtension ? "'\(name)' " : "") + values.new,
                    at: (before ?? old, after ?? new), sharedBy: isExtension ? name : nil)
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
        /// The schema of a part, and the difference as its values show it.
        case schema(SchemaUse, SchemaDifference)
    }

    /// A part of the contracts that the change happens to.
    struct Place {
        let scope: Scope
        /// The operation of the new contract, or of the old one if it was removed.
        var operation: APIOperation?
        /// The key of the response: `200`, `4XX`, `default`.
        var status: String?
        var subject: String
        /// The values of the body that changed, with `*` for any element.
        var pointer: JSONPointer?

        fileprivate func isSame(as other: Place) -> Bool {
            operation?.id == other.operation?.id && status == other.status && subject == other.subject
        }
    }

    /// The identity of a change: the same nodes that differ in the same way.
    struct Key: Hashable {
        private let rule: ChangeRule
        private let old: String
        private let new: String
        private let path: [PathToken]
        private let nodes: [Int?]

        /// The identity of a change of an extension.
        fileprivate init(_ rule: ChangeRule, extensionName: String) {
            self.rule = rule
            (old, new, path, nodes) = (extensionName, extensionName, [], [])
        }

        fileprivate init(_ change: RawChange, nodes: [Int?]) {
            (rule, old, new, path) = (change.rule, change.old, change.new, change.path)
            self.nodes = nodes
        }

        /// The identity of a change that is like no other.
        init(_ change: RawChange, number: Int) { self.init(change, nodes: [number]) }
    }

    let rule: ChangeRule
    var direction: Direction
    var old: String
    var new: String
    var oldNode: JSON?
    var newNode: JSON?
    /// The path from the values of the nodes to the part that changed.
    var path: [PathToken] = []
    /// The name of the extension that changed, if that is the change.
    var extensionName: String?
    /// The number of its first place among all changes.
    var order: Int
    /// The parts that share what changed.
    var places: [Place]

    /// Adds a place of the same change.
    fileprivate mutating func join(_ place: Place, _ direction: Direction, order: Int) {
        self.direction.formUnion(direction)
        self.order = min(self.order, order)
        if places.last.map({ !$0.isSame(as: place) }) ?? true { places.append(place) }
    }

    /// The identity, if it has a node, or is about an extension.
    fileprivate var key: Key? {
        if let extensionName { return Key(rule, extensionName: extensionName) }
        return oldNode?.node == nil && newNode?.node == nil
            ? nil : Key(self, nodes: [oldNode?.node, newNode?.node])
    }
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
        "the document",
        [
            "openapi", "$self", "info", "servers", "paths", "components", "security",
            // What the document refers to in other files is compared where it does.
            ReferenceBundler.property,
        ])
    static let operation = ComparedObject(
        "the operation",
        [
            "operationId", "parameters", "requestBody", "responses", "deprecated", "security", "servers",
            "x-recorded",
        ])
    static let parameter = ComparedObject(
        "the parameter",
        [
            "name", "in", "required", "schema", "content", "deprecated", "$ref", "style", "explode",
            "allowReserved", "allowEmptyValue",
        ])
    static let requestBody = ComparedObject("the request body", ["required", "content", "$ref"])
    static let response = ComparedObject("the response", ["headers", "content", "$ref"])
    static let header = ComparedObject(
        "the header", ["required", "schema", "content", "deprecated", "$ref", "style", "explode"])
    static let mediaType = ComparedObject(
        "the media type", ["schema", "itemSchema", "encoding", "prefixEncoding", "itemEncoding", "$ref"])
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

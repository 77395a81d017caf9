import VerbatimContract
import VerbatimJSON

/// Finds every change between two contracts, before the consequences for the app are known.
struct ChangeFinder {
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
        (oldContract, newContract) = (old, new)
        securityNames = SecuritySchemes(old).names(in: SecuritySchemes(new))
        let forms = (old: NormalizedSchemaCache(old.references), new: NormalizedSchemaCache(new.references))
        let unchanged = UnchangedSchemas(old.references, new.references)
        requests = SchemaComparison(old: forms.old, new: forms.new, side: .request, unchanged: unchanged)
        responses = SchemaComparison(old: forms.old, new: forms.new, side: .response, unchanged: unchanged)
    }

    var isEmpty: Bool { changes.isEmpty && uses.isEmpty }

    /// Compares the contracts in the order of the new one; removed operations come last.
    mutating func find() {
        compareServers()
        compareSecuritySchemes()
        compareRemainingMembers(
            oldContract.document, newContract.document, of: .document, at: RawChange.Place())
        let pairs = OperationPairs(oldContract.operations, newContract.operations)
        for operation in pairs.added {
            report(
                .added, of: .operation, at: operation.place, old: "not declared", new: operation.path,
                nodes: (nil, operation.node))
        }
        for (old, new) in pairs.common { compareOperations(old, new) }
        for operation in pairs.removed {
            report(
                .removed, of: .operation, at: operation.place, old: operation.path, new: "not declared",
                nodes: (operation.node, nil))
        }
        compareIncoming()
    }

    // MARK: Reporting

    /// - Parameters:
    ///   - part: The part of the contract that it happened to, in general.
    ///   - nodes: The parts of both contracts that show the change.
    ///   - direction: The effect on the set of allowed values, if it is not the usual one.
    ///   - name: The name of the extension that changed: one change, wherever it does.
    mutating func report(
        _ kind: ChangeKind, of part: ChangeSubject, at place: RawChange.Place, old: String, new: String,
        nodes: (old: JSON?, new: JSON?), direction: Direction? = nil, sharedBy name: String? = nil
    ) {
        let rule = ChangeRule(kind, part)
        order += 1
        append(
            RawChange(
                rule: rule, direction: direction ?? rule.direction ?? .none, old: old, new: new,
                oldNode: nodes.old, newNode: nodes.new, extensionName: name, order: order, places: [place]))
    }

    /// Appends a change, or its places if the same change is known: parts of a contract are shared.
    @discardableResult
    private mutating func append(_ change: RawChange) -> RawChange.Key {
        let key = RawChange.Key(change, number: changes.count)
        if changes[key] == nil {
            changes[key, default: change] = change
        } else {
            for place in change.places {
                changes[key, default: change].join(place, change.direction, order: change.order)
            }
        }
        return key
    }

    /// Compares two lists of parts by their keys, in the order of the new one; removed parts come last.
    mutating func compareLists<Part: DeclaredPart, Key: Hashable>(
        _ old: [Part], _ new: [Part], by key: (Part) -> Key, at place: RawChange.Place,
        nodes: (old: JSON?, new: JSON?), added: (Part) -> ChangeSubject, removed: (Part) -> ChangeSubject,
        compare: (inout ChangeFinder, Part, Part) -> Void
    ) {
        let oldParts = OrderedGroups(grouping: old, by: key)
        let newParts = OrderedGroups(grouping: new, by: key)
        for part in new {
            if let before = oldParts[key(part)]?.first {
                compare(&self, before, part)
            } else {
                report(
                    .added, of: added(part), at: place.named(part.subject), old: "not declared",
                    new: part.declaration, nodes: (nodes.old, part.node))
            }
        }
        for part in old where newParts[key(part)] == nil {
            report(
                .removed, of: removed(part), at: place.named(part.subject), old: part.declaration,
                new: "not declared", nodes: (part.node, nodes.new))
        }
    }

    /// Reports a part that only one side requires.
    mutating func compareRequirements(
        of part: ChangeSubject, _ old: Bool, _ new: Bool, at place: RawChange.Place,
        nodes: (old: JSON, new: JSON)
    ) {
        guard old != new else { return }
        report(
            new ? .becameRequired : .becameOptional, of: part, at: place, old: DiffMessages.required(old),
            new: DiffMessages.required(new), nodes: nodes)
    }

    /// Compares `deprecated` of an operation, a parameter or a header, which is not that of a schema.
    mutating func compareDeprecation(
        of part: ChangeSubject, _ old: JSON, _ new: JSON, at place: RawChange.Place
    ) {
        let (wasDeprecated, isDeprecated) = (old["deprecated"].bool ?? false, new["deprecated"].bool ?? false)
        guard wasDeprecated != isDeprecated else { return }
        let words = ["not deprecated", "deprecated"]
        report(
            isDeprecated ? .deprecated : .reactivated, of: part, at: place,
            old: words[wasDeprecated ? 1 : 0], new: words[isDeprecated ? 1 : 0], nodes: (old, new))
    }

    /// Reports the members that differ and are neither compared one by one nor documentation.
    mutating func compareRemainingMembers(
        _ old: JSON, _ new: JSON, of object: ComparedObject, at place: RawChange.Place
    ) {
        let names = Set(old.members.map(\.name)).union(new.members.map(\.name)).subtracting(object.compared)
        let oldMembers = Dictionary(old.members.map { ($0.name, $0.value) }) { first, _ in first }
        let newMembers = Dictionary(new.members.map { ($0.name, $0.value) }) { first, _ in first }
        var place = place
        place.scope = .contract
        for name in names.sorted() {
            let (before, after) = (oldMembers[name], newMembers[name])
            guard before?.value != after?.value else { continue }
            let isExtension = name.hasPrefix("x-")
            let prefix = isExtension ? "'\(name)' " : ""
            let values = DiffMessages.values(before?.value, after?.value)
            report(
                isExtension ? .extensionChanged : .unhandled, of: .contract,
                at: place.named(isExtension ? object.name : "'\(name)' of \(object.name)"),
                old: prefix + values.old, new: prefix + values.new, nodes: (before ?? old, after ?? new),
                direction: Direction.none, sharedBy: isExtension ? name : nil)
        }
    }
}

/// A named part of an operation that a contract declares or not.
protocol DeclaredPart {
    var node: JSON { get }
    /// The part as messages name it: `header 'Date'`.
    var subject: String { get }
    /// What is declared: `required`.
    var declaration: String { get }
}

// MARK: - Schemas

extension ChangeFinder {
    /// Compares the schemas of a part of an operation.
    ///
    /// - Parameter items: The format of the sequence if they are those of each of its items.
    mutating func compareSchemas(
        of kind: SchemaUse.Kind, _ old: JSON?, _ new: JSON?, at place: RawChange.Place,
        items: ItemFormat? = nil, nodes: (old: JSON?, new: JSON?)? = nil
    ) {
        let comparison = schemas(of: kind.side)
        guard let operation = place.operation, let number = comparison.pair(old, new) else { return }
        order += 1
        uses.append(
            SchemaUse(
                kind: kind, pair: number, operation: operation, status: place.status,
                subject: place.subject, items: items, nodes: nodes ?? (old, new),
                forms: comparison.pair(numbered: number).forms, order: order))
    }

    private func schemas(of side: ExchangeSide) -> SchemaComparison {
        side == .request ? requests : responses
    }

    /// Returns the changes in the order of the new contract, each with its places.
    ///
    /// - Parameter isUsed: Returns whether the app uses an operation. Every place in one that it uses is
    ///   listed, and a limited number of others.
    mutating func locatedChanges(preferring isUsed: (APIOperation) -> Bool) -> [RawChange] {
        let preferred = uses.filter { isUsed($0.operation) }
        let others = uses.filter { !isUsed($0.operation) }
        let limit = ComparisonLimits.places + preferred.count * ComparisonLimits.paths
        var requestLocator = DifferenceLocator(requests, limit: limit)
        var responseLocator = DifferenceLocator(responses, limit: limit)
        for use in preferred + others {
            let places =
                use.kind.side == .request ? requestLocator.places(of: use) : responseLocator.places(of: use)
            for place in places { append(place) }
        }
        uses = []
        return changes.values.enumerated()
            .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
    }

    /// Appends a difference at a place; what the difference is in the documents is looked up once.
    private mutating func append(_ located: DifferenceLocator.Place) {
        let (use, difference) = (located.use, located.difference)
        // A parameter or a header is text, which is never null, unless it has a media type.
        let isText =
            (use.kind == .parameter || use.kind == .header) && use.nodes.new?["content"].exists != true
        if isText, difference.kind == .becameNullable || difference.kind == .becameNotNullable { return }
        let path = use.path + difference.path
        let subject = ChangeSubject(difference.part, of: use.kind, isInside: !path.isEmpty)
        let pointer = path.pointer
        let place = RawChange.Place(
            scope: .schema(use, difference), operation: use.operation, status: use.status,
            subject: use.subject(at: pointer), pointer: use.kind == .responseBody ? pointer : nil)
        let comparison = schemas(of: use.kind.side)
        let change = {
            let (origin, site) = (difference.origin, difference.origin.site)
            return RawChange(
                rule: ChangeRule(difference.kind, subject), direction: difference.direction,
                old: difference.old, new: difference.new,
                oldNode: comparison.old.node(showing: origin, at: site.old) ?? use.nodes.old,
                newNode: comparison.new.node(showing: origin, at: site.new) ?? use.nodes.new,
                path: located.path,
                extensionName: difference.kind == .extensionChanged ? difference.keyword : nil,
                order: use.order, places: [place])
        }
        if let key = known[located.number]?[subject] {
            changes[key, default: change()].join(place, difference.direction, order: use.order)
        } else {
            known[located.number, default: [:]][subject] = append(change())
        }
    }
}

extension APIOperation {
    /// The place of a change of the operation as a whole.
    var place: RawChange.Place {
        RawChange.Place(scope: .operation, operation: self, subject: "operation '\(id)'")
    }
}

// MARK: - Changes

/// A change between two contracts, before its consequences for the app are known.
struct RawChange {
    /// The part of an exchange that shows the change.
    enum Scope {
        case contract, operation, request, response
        /// The schema of a part, and the difference as its values show it.
        case schema(SchemaUse, SchemaDifference)
    }

    /// A part of the contracts that the change happens to.
    struct Place {
        var scope = Scope.contract
        /// The operation of the new contract, or of the old one if it was removed.
        var operation: APIOperation?
        /// The key of the response: `200`, `4XX`, `default`.
        var status: String?
        var subject = ""
        /// The values of the body that changed, with `*` for any element.
        var pointer: JSONPointer?

        func named(_ subject: String) -> Place {
            var place = self
            place.subject = subject
            return place
        }

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

        /// Creates the identity of a change: an extension is one change wherever it differs, and what has no
        /// node is like no other.
        init(_ change: RawChange, number: Int) {
            rule = change.rule
            if let name = change.extensionName {
                (old, new, path, nodes) = (name, name, [], [])
            } else {
                let nodes = [change.oldNode?.node, change.newNode?.node]
                self.nodes = nodes == [nil, nil] ? [number] : nodes
                (old, new, path) = (change.old, change.new, change.path)
            }
        }
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
    mutating func join(_ place: Place, _ direction: Direction, order: Int) {
        self.direction.formUnion(direction)
        self.order = min(self.order, order)
        if places.last.map({ !$0.isSame(as: place) }) ?? true { places.append(place) }
    }
}

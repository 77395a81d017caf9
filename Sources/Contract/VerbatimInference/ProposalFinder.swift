import VerbatimContract
import VerbatimJSON

/// Looks for what may be meant otherwise than it is written.
enum ProposalFinder {
    // MARK: Maps

    /// The objects that may be dictionaries, as far as nobody has decided (`x-map`).
    static func maps(
        in shape: ObservedShape, _ index: SchemaShapes.Index, _ contract: Contract
    ) -> [Proposal] {
        let promise = contract.shapes[index]
        guard let schema = promise.schemas.first else { return [] }
        let isDecided = promise.others != nil || promise.schemas.contains { $0["x-map"].exists }
        let names = shape.members.map(\.name)
        var found: [Proposal] = []
        if !isDecided, shape.looksLikeMap {
            let example = names.prefix(2).map { "'\($0)'" }.joined(separator: ", ")
            found.append(
                Proposal(
                    subject: .map(names: names.count, objects: shape.objects), pointer: schema.pointer,
                    example: example))
        }
        for member in shape.members {
            guard let next = promise.properties[member.name] else { continue }
            found += maps(in: member.shape, next, contract)
        }
        if let items = shape.items, let next = promise.items { found += maps(in: items, next, contract) }
        return found
    }

    // MARK: Templates

    /// The paths of a contract that may be one with a parameter.
    static func templates(in contract: Contract) -> [Proposal] {
        let paths = Set(contract.operations.map(\.path)).filter { !$0.contains("#") && !$0.contains("{") }
        var groups: [String: [String]] = [:]
        for path in paths {
            let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            for index in segments.indices where looksLikeIdentifier(segments[index]) {
                var template = segments
                template[index] = "{id}"
                groups[template.joined(separator: "/"), default: []].append(path)
            }
        }
        return groups.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { template, paths in
            Proposal(
                subject: .template(paths: paths.count),
                pointer: JSONPointer(["paths", paths.min() ?? template]), example: template)
        }
    }

    static func looksLikeIdentifier(_ text: String) -> Bool {
        text.utf8.contains { $0 &- 0x30 < 10 } && text.utf8.allSatisfy { $0 != 0x2e }
    }
}

extension ObservedShape {
    /// Whether the names are numbers or identifiers, or very many that each come seldom, with values all alike.
    fileprivate var looksLikeMap: Bool {
        guard members.count > 1, Set(members.map(\.shape.kindOfValue)).count == 1 else { return false }
        if members.allSatisfy({ Self.isKey($0.name) }) { return true }
        let present = members.reduce(0) { $0 + $1.count }
        return members.count >= 20 && present * 2 <= members.count * objects
    }

    /// A name of nothing but digits, or one of at least eight hexadecimal digits with hyphens.
    private static func isKey(_ name: String) -> Bool {
        let isNumber = name.utf8.allSatisfy { $0 &- 0x30 < 10 }
        let isHex = name.utf8.allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 || $0 == 0x2d }
        return !name.isEmpty
            && (isNumber || isHex && name.utf8.count >= 8 && name.utf8.contains { $0 &- 0x30 < 10 })
    }

    /// The kinds of values there were.
    private var kindOfValue: [Bool] {
        [booleans > 0, integers + decimals > 0, text.count > 0, arrays > 0, objects > 0]
    }
}

import VerbatimContract
import VerbatimJSON

/// Finds objects that may be dictionaries.
enum ProposalFinder {
    /// Returns a proposal for each object that may be a dictionary, unless `x-map` says whether it is one.
    static func maps(
        in shape: ObservedShape, _ index: SchemaShapes.Index, _ contract: Contract
    ) -> [Proposal] {
        let described = contract.shapes[index]
        guard let schema = described.schemas.first else { return [] }
        let isDecided =
            described.additionalProperties != nil || described.schemas.contains { $0["x-map"].exists }
        let names = shape.properties.map(\.name)
        var found: [Proposal] = []
        if !isDecided, shape.looksLikeMap {
            let example = names.prefix(2).map { "'\($0)'" }.joined(separator: ", ")
            found.append(
                Proposal(
                    subject: .map(names: names.count, objects: shape.objects), pointer: schema.pointer,
                    example: example))
        }
        for property in shape.properties {
            guard let next = described.properties[property.name] else { continue }
            found += maps(in: property.shape, next, contract)
        }
        if let items = shape.items, let next = described.items { found += maps(in: items, next, contract) }
        return found
    }
}

extension ObservedShape {
    /// Whether all values are of the same types, and the names are numbers or identifiers, or are many and
    /// mostly absent.
    var looksLikeMap: Bool {
        guard properties.count > 1, Set(properties.map(\.shape.types)).count == 1 else { return false }
        if properties.allSatisfy({ Self.isKey($0.name) }) { return true }
        let present = properties.reduce(0) { $0 + $1.count }
        return properties.count >= 20 && present * 2 <= properties.count * objects
    }

    /// Whether a name has digits only, or at least eight hexadecimal digits and hyphens.
    private static func isKey(_ name: String) -> Bool {
        let isNumber = name.utf8.allSatisfy(\.isDigit)
        let isHex = name.utf8.allSatisfy { $0.isHexDigit || $0 == 0x2d }
        return !name.isEmpty
            && (isNumber || isHex && name.utf8.count >= 8 && name.utf8.contains(where: \.isDigit))
    }

    /// Whether there were booleans, numbers, strings, arrays and objects.
    var types: [Bool] {
        [booleans > 0, integers + decimals > 0, strings.count > 0, arrays > 0, objects > 0]
    }
}

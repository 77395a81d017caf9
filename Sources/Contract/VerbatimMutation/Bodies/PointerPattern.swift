import VerbatimDecoding
import VerbatimJSON

/// A pointer with `*` for indices, and what is known about the values that it matches: `/items/*/title`.
struct PointerPattern: Sendable {
    /// The token for indices.
    static let anyElement = "*"

    /// The pointer, with ``anyElement`` for indices.
    let pointer: JSONPointer
    /// The schemas of the contract for the values.
    let schemas: SchemaBranches
    /// The use of the values by the models; nil if no model reads them.
    let coverage: ModelCoverage?

    /// The last token.
    var name: String { pointer.tokens.last ?? "" }

    /// The pattern of a property or of the elements.
    func below(_ token: String) -> PointerPattern {
        PointerPattern(
            pointer: pointer.appending(token),
            schemas: token == Self.anyElement ? schemas.elements : schemas.property(token),
            coverage: coverage?.below(token))
    }
}

/// The use of the values at one pointer pattern by the models, as tracing their decoding shows it.
struct ModelCoverage: Sendable {
    /// The keys that the models read; nil if their decoding cannot be traced, so that they may read any
    /// value.
    private let usage: Usage?
    /// The path in the usage, in which the keys of a dictionary share a token too.
    private let path: JSONPointer

    private struct Usage: Sendable {
        let read: Set<JSONPointer>
        let unread: Set<JSONPointer>
    }

    /// The coverage of the root of a body.
    init(_ usage: KeyUsage?) {
        self.usage = usage.map { usage in
            Usage(
                read: Set(usage.keys.map { $0.location.appending($0.name) }),
                unread: Set(usage.unread.map { $0.location.appending($0.name) }))
        }
        path = .root
    }

    private init(_ usage: Usage?, _ path: JSONPointer) {
        self.usage = usage
        self.path = path
    }

    /// The coverage of a property or the elements; nil if no model reads them.
    func below(_ token: String) -> ModelCoverage? {
        guard let usage else { return self }
        let path = path.appending(token)
        if usage.read.contains(path) || token == PointerPattern.anyElement {
            return ModelCoverage(usage, path)
        }
        if usage.unread.contains(path) { return nil }
        return ModelCoverage(usage, self.path.appending(PointerPattern.anyElement))
    }
}

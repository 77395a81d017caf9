import VerbatimJSON

/// An instance of a response: a document that keeps its schema.
struct Instance {
    /// What distinguishes it from the instance with everything.
    enum Change {
        /// Nothing, or everything optional that other instances leave out one by one.
        case whole
        case leftOut
        case value(JSONValue)
    }

    let change: Change
    /// The value that is changed.
    let pointer: JSONPointer
    let document: JSONValue
}

/// Varies a generated document at one place at a time: without an optional property, or with another value.
struct InstanceVariations {
    private var builder: InstanceBuilder
    private let visit: (Instance) -> Void
    /// The schemas around the current value, which are varied once.
    private var path: Set<Set<Int>> = []
    /// The number of instances that may still be made.
    private var remaining: Int

    init(_ builder: InstanceBuilder, limit: Int, _ visit: @escaping (Instance) -> Void) {
        self.builder = builder
        self.visit = visit
        remaining = limit
    }

    /// Makes the variations of a value and of everything inside.
    mutating func vary(_ node: InstanceNode, at pointer: JSONPointer = .root, in document: JSONValue) {
        let key = Set(node.schema.roots.compactMap(\.node))
        guard remaining > 0, path.insert(key).inserted || key.isEmpty else { return }
        for other in builder.alternatives(to: node) {
            let value = other.value
            var changed = document
            changed.edit(pointer) { _ in value }
            emit(Instance(change: .value(value), pointer: pointer, document: changed))
            varyContents(of: other, unlike: node, at: pointer, in: changed)
        }
        varyContents(of: node, unlike: nil, at: pointer, in: document)
        path.remove(key)
    }

    /// - Parameter other: A value whose contents are varied already.
    private mutating func varyContents(
        of node: InstanceNode, unlike other: InstanceNode?, at pointer: JSONPointer, in document: JSONValue
    ) {
        let known = Dictionary((other?.contents ?? []).map { ($0.token, $0) }) { first, _ in first }
        for (token, node, isRequired) in node.contents {
            let inside = pointer.appending(token)
            if !isRequired, known[token]?.isRequired != false {
                var without = document
                without.edit(inside) { _ in nil }
                emit(Instance(change: .leftOut, pointer: inside, document: without))
            }
            if known[token]?.node.schema.key != node.schema.key { vary(node, at: inside, in: document) }
        }
    }

    private mutating func emit(_ instance: Instance) {
        remaining -= 1
        if remaining >= 0 { visit(instance) }
    }
}

extension InstanceNode {
    /// The elements or properties; an element is required, as the list without it is another instance.
    fileprivate var contents: [(token: String, node: InstanceNode, isRequired: Bool)] {
        switch content {
        case .scalar: []
        case .array(let elements): elements.enumerated().map { (String($0.offset), $0.element, true) }
        case .object(let properties): properties.map { ($0.name, $0.node, $0.isRequired) }
        }
    }
}

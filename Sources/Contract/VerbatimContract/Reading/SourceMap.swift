import VerbatimJSON

/// The nodes as they were written that the nodes of a document were made from.
///
/// A document of OpenAPI 3.0 is converted, and one that refers to other files contains them.
struct SourceMap: Sendable {
    struct Written: Sendable {
        let node: JSON
        let file: String
    }

    private let file: String
    /// The document as written, if it is not the one that is read.
    private(set) var source: JSON?
    private var nodes: [Int: Written] = [:]

    init(file: String) { self.file = file }

    /// Returns the node as written that a node of the document was made from. One that is missing is at the
    /// last existing value on the path to it.
    func written(_ node: JSON, of document: JSON) -> Written {
        guard let source else { return Written(node: node, file: file) }
        let known = node.node ?? document[node.pointer].node
        if let written = known.flatMap({ nodes[$0] }) { return written }
        return Written(node: source[node.pointer], file: file)
    }

    func location(of node: JSON, in document: JSON) -> SourceLocation {
        let written = written(node, of: document)
        return SourceLocation(written.node, in: written.file)
    }

    /// Records that the document was converted.
    mutating func replace(_ old: JSON, by new: JSON) {
        var replaced: [Int: Written] = [:]
        Self.forEachPair(new, old) { node, oldNode in
            let written = oldNode.node.flatMap { nodes[$0] }
            replaced[node] = written ?? Written(node: oldNode, file: file)
        }
        source = source ?? old
        nodes = replaced
    }

    /// Records that the document was replaced by one that contains other files.
    mutating func replace(
        _ old: JSON, by bundle: JSON, containing documents: [String: JSON], of files: ContractFiles
    ) {
        replace(old, by: bundle)
        for (path, document) in documents {
            let location = files.location(of: path)
            Self.forEachPair(bundle[ReferenceBundler.property][path], document) { node, oldNode in
                nodes[node] = Written(node: oldNode, file: location)
            }
        }
    }

    /// Calls a function with each node of a document and the one with the same path in another document.
    private static func forEachPair(_ new: JSON, _ old: JSON, _ body: (Int, JSON) -> Void) {
        var pending = [(new, old)]
        while let (node, source) = pending.popLast() {
            guard let index = node.node else { continue }
            body(index, source)
            switch (node.kind, source.kind) {
            case (.object, .object):
                let members = Dictionary(source.members.map { ($0.name, $0.value) }) { first, _ in first }
                let isChoice = !node["nullable"].exists && OpenAPI30.isNullableChoice(source)
                for member in node.members {
                    if isChoice, member.name == "anyOf" {
                        pending += [
                            (member.value, source), (member.value[0], source),
                            (member.value[1], source["nullable"]),
                        ]
                    } else if let value = members[member.name] {
                        pending.append((member.value, value))
                    }
                }
            case (.array, .array): pending += zip(node.elements, source.elements)
            default: break
            }
        }
    }
}

import VerbatimContract
import VerbatimJSON

/// The schemas that the references of a document lead to, each looked up once.
final class References {
    let document: JSON
    /// The schemas of the components, by the references that lead to them.
    let components: [String: JSON]
    private var known: [String: JSON?]

    init(in document: JSON) {
        self.document = document
        components = document.referencedComponents
        known = components.mapValues(Optional.some)
    }

    /// The schema a reference inside the document points at, or nil when there is none.
    func target(of reference: String) -> JSON? {
        if let known = known[reference] { return known }
        let target = document.target(of: reference) ?? anchor(reference, in: document["components"])
        known[reference] = .some(target)
        return target
    }

    /// The schema with a name of its own: `#book` for `"$anchor": "book"`.
    private func anchor(_ reference: String, in node: JSON) -> JSON? {
        guard reference.hasPrefix("#") else { return nil }
        var waiting = [node]
        while let node = waiting.popLast() {
            if node["$anchor"].string == String(reference.dropFirst()) { return node }
            waiting += node.members.map(\.value) + Array(node.elements)
        }
        return nil
    }
}

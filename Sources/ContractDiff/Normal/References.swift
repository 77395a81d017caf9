import HTTPArchive
import JSONDocument

/// The schemas that the references of a document lead to, each looked up once.
///
/// A large contract has thousands of components, and as many references to them; a look-up goes through the members one
/// by one, so the components are listed beforehand.
final class References {
    let document: JSON
    private var known: [String: JSON?]

    init(in document: JSON) {
        self.document = document
        let components = document["components"]["schemas"].members
            .filter { $0.name.allSatisfy { $0 != "/" && $0 != "~" && $0 != "%" } }
            .map { ("#/components/schemas/" + $0.name, Optional($0.value)) }
        known = Dictionary(components) { first, _ in first }
    }

    /// The schema a reference inside the document points at, or nil when there is none.
    func target(of reference: String) -> JSON? {
        if let known = known[reference] { return known }
        let target = find(reference)
        known[reference] = .some(target)
        return target
    }

    private func find(_ reference: String) -> JSON? {
        guard reference.hasPrefix("#"),
            let pointer = try? JSONPointer(parsing: PercentEncoding.decode(reference.dropFirst()))
        else { return nil }
        let target = document.at(pointer)
        return target.exists ? target : nil
    }
}

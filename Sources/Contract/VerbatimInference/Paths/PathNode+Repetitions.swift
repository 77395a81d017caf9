/// The values that paths have after the same word in several places.
extension PathNode {
    /// Makes segments parameters that are values after the same word in another path, and has the parameters
    /// of both named alike: `north` of `/repos/north/reviews`, as `/v2/repos/{repoSlug}` has it.
    ///
    /// - Returns: Whether any segment became a parameter, or got another name.
    func repeatValues() -> Bool {
        var known: [String: NamingEvidence] = [:]
        collectValues(into: &known, after: nil, depth: 0)
        return repeatValues(known, after: nil, depth: 0)
    }

    private func collectValues(
        into known: inout [String: NamingEvidence], after word: String?, depth: Int
    ) {
        if let word, let evidence = parameter?.evidence, !evidence.words.isEmpty {
            let naming =
                evidence.identity.map { NamingEvidence(role: .value, property: $0) }
                ?? NamingEvidence(role: evidence.role ?? .thing, property: evidence.property)
            for text in evidence.words where known["\(word)/\(text)"]?.property == nil {
                known["\(word)/\(text)"] = naming
            }
        }
        forEachNext(depth) { $0.collectValues(into: &known, after: $1, depth: depth + 1) }
    }

    private func repeatValues(_ known: [String: NamingEvidence], after word: String?, depth: Int) -> Bool {
        var isChanged = false
        if let word {
            let isCollection = ResourceName.isPlural(word)
            if isCollection, let parameter, parameter.evidence.property == nil {
                let named = parameter.evidence.words.sorted().lazy.compactMap { known["\(word)/\($0)"] }
                if let naming = named.first(where: { $0.property != nil }) {
                    parameter.evidence.adopt(naming)
                    isChanged = true
                }
            }
            // After a word that means no collection, only capital letters are a value anywhere.
            for (text, child) in literals where SiblingComparison.mayBeName(text) && !child.isOnlyPosted {
                guard isCollection || IdentifierForm.isSymbol(text), let naming = known["\(word)/\(text)"]
                else { continue }
                child.naming = child.naming ?? naming
                absorb(text, as: nil)
                isChanged = true
            }
        }
        forEachNext(depth) {
            isChanged = $0.repeatValues(known, after: $1, depth: depth + 1) || isChanged
        }
        return isChanged
    }

    /// Calls a function with each segment after this one, and with its text if that is a word.
    private func forEachNext(_ depth: Int, _ body: (PathNode, String?) -> Void) {
        guard depth < PathTemplates.depthLimit else { return }
        for (segment, child) in children.sorted(by: { $0.key.text < $1.key.text }) {
            let text = segment.text
            let isWord = !text.isEmpty && IdentifierForm(text) == nil && !PathNames.isTopLevel(text)
            body(child, isWord ? text : nil)
        }
    }
}

extension PathNode.Segment {
    /// The text of a literal, which a parameter does not have.
    fileprivate var text: String { if case .literal(let text) = self { text } else { "" } }
}

import VerbatimContract
import VerbatimInference
import VerbatimJSON

/// Finds the edits of a contract that resolve a finding, by the part of the contract that it violates.
struct EditFindings {
    private let edits: [InferredEdit]
    /// The indices of the edits at, or just below, a part of the contract.
    private var near: [Part: [Int]] = [:]
    /// The indices of the edits in a choice such as `anyOf`, by the location of the choice.
    private var inChoices: [SourceLocation: [Int]] = [:]
    /// The indices of the edits by the value that made them necessary.
    private var byValue: [Value: [Int]] = [:]
    /// The indices of the new operations, by method.
    private var operations: [String: [Int]] = [:]

    /// A part of the contract: of a list, the element with a name.
    private struct Part: Hashable {
        let location: SourceLocation
        let name: ExactString?

        init(_ location: SourceLocation, _ name: String?) {
            self.location = location
            self.name = name.map(ExactString.init)
        }
    }

    /// A value in the recordings. All those of a body that an archive contains have the entry's location.
    private struct Value: Hashable {
        let location: SourceLocation
        let pointer: JSONPointer
    }

    /// - Parameter edits: The edits, the first of each decision.
    init(_ edits: [InferredEdit], of contract: Contract) {
        self.edits = edits
        for (index, edit) in edits.enumerated() {
            if let location = edit.location, let pointer = edit.valuePointer {
                byValue[Value(location: location, pointer: pointer), default: []].append(index)
            }
            let tokens = edit.pointer.tokens
            if let method = edit.newMethod {
                operations[method, default: []].append(index)
                continue
            }
            // A finding is about what is edited, about the object that lacks it, or about that around it.
            for length in (max(0, tokens.count - 2)...tokens.count).reversed() {
                let part = Part(contract.location(nearest: tokens.prefix(length)), edit.name)
                if near[part]?.last != index { near[part, default: []].append(index) }
            }
            for length in tokens.indices where Self.choices.contains(tokens[length]) {
                let location = contract.location(nearest: tokens.prefix(length + 1))
                inChoices[location, default: []].append(index)
            }
        }
    }

    private static let choices: Set = ["anyOf", "oneOf", "allOf", "not", "if", "then", "else", "contains"]

    func indices(for finding: Finding) -> [Int] {
        if finding.rule == .operationUndocumented { return operations(for: finding) }
        if finding.rule == .responsePropertyUndocumented || finding.rule == .responseValueUnknown {
            guard let location = finding.location, let pointer = finding.pointer else { return [] }
            return byValue[Value(location: location, pointer: pointer), default: []]
                .filter { edits[$0].kind == .added }
        }
        guard let location = finding.contractLocation else { return [] }
        let found = [nil, finding.listedName].flatMap { near[Part(location, $0), default: []] }
            .filter { edits[$0].resolves(finding) }
        guard found.isEmpty, finding.rule.isAboutSchema else { return found }
        return inChoices[location, default: []].filter { edits[$0].kind == .widened }
    }

    /// Returns the indices of the operations that a request without one belongs to.
    private func operations(for finding: Finding) -> [Int] {
        let line = ExchangeLine(finding.exchange ?? "")
        return operations[line.method, default: []].filter { edits[$0].describes(path: line.path) }
    }
}

extension Contract {
    /// Returns the location of the value at a path, or of the nearest one around it that exists.
    func location(nearest tokens: some Sequence<String>) -> SourceLocation {
        var node = document
        for token in tokens {
            let child = node[JSONPointer([token])]
            guard child.exists else { break }
            node = child
        }
        return location(of: node)
    }
}

extension InferredEdit {
    /// The method of a new operation, in upper case; nil for other edits.
    fileprivate var newMethod: String? {
        let tokens = pointer.tokens
        let isOperation = tokens.count == 3 || tokens.count == 4 && tokens[2] == "additionalOperations"
        return kind == .added && isOperation && tokens[0] == "paths" ? tokens.last?.uppercased() : nil
    }

    /// Returns whether the template of a new operation matches a path, which may begin with that of a server.
    fileprivate func describes(path: String) -> Bool {
        let template = pointer.tokens[1].prefix { $0 != "#" }.split(separator: "/")
        let segments = path.split(separator: "/").suffix(template.count)
        return segments.count == template.count
            && zip(template, segments).allSatisfy { $0.contains("{") || $0 == $1 }
    }

    /// Returns whether the edit, which is near the violated part of the contract, resolves a finding.
    fileprivate func resolves(_ finding: Finding) -> Bool {
        let last = pointer.tokens.last ?? ""
        return switch finding.rule {
        case .responseStatusUndocumented: kind == .added && last == finding.status.map(String.init)
        case .responseMediaTypeUndocumented:
            kind == .added
                && MediaTypeText.essence(of: finding.found).lowercased().hasPrefix(last.lowercased())
        case .responseMediaTypeMissing, .responseBodyUnexpected:
            kind == .added && pointer.tokens.dropLast().last == "content"
        case .responseHeaderMissing: kind == .widened && last == "required"
        case .requestParameterUndocumented: kind == .added && name != nil
        default: kind == .widened && finding.rule.isAboutSchema
        }
    }
}

extension Finding {
    /// The name that an edit of a list is about if it resolves the finding: of a property or a parameter.
    fileprivate var listedName: String? {
        guard rule == .requestParameterUndocumented else { return subject.pointer?.tokens.last }
        guard case .parameter(_, let name)? = subject.part.flatMap({ FindingPart($0) }) else { return nil }
        return name
    }
}

extension Rule {
    fileprivate var isAboutSchema: Bool {
        Rule.values.contains(self) || self == .responseBodySchema || self == .responseHeaderInvalid
    }
}

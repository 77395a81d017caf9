public import VerbatimJSON

/// A keyword that an instance breaks: what was expected, what was found, and where both stand.
///
/// Pointers, positions and texts are worked out when they are asked for; the documents stay in memory meanwhile.
public struct Violation: Sendable {
    let failure: Failure
    let program: Program
    /// The value that breaks the keyword; of a name that does, the value of its member.
    public let instance: JSON
    /// For `anyOf` and `oneOf`, what breaks the branch that came nearest.
    public let causes: [Violation]

    init(_ failure: Failure, _ program: Program, in root: JSON) {
        self.failure = failure
        self.program = program
        instance = root.value(atNode: failure.isName ? failure.node + 1 : failure.node)
        causes = Violation.list(failure.causes, program, in: root)
    }

    /// The violations of some failures, in the order of the instance.
    static func list(_ failures: [Failure], _ program: Program, in root: JSON) -> [Violation] {
        let ordered = failures.enumerated().sorted {
            ($0.element.node, $0.offset) < ($1.element.node, $1.offset)
        }
        return ordered.map { Violation($0.element, program, in: root) }
    }

    private var location: SchemaLocation { program.locations.base[Int(failure.location)] }

    /// The keyword; for the schema `false` the keyword that holds it.
    public var keyword: String { location.keyword?.rawValue ?? "" }

    /// The value of the keyword, in its document.
    public var schema: JSON { program.documents[Int(location.document)].value(atNode: Int(location.node)) }

    /// The name that breaks the keyword, or that of the member whose value does.
    var name: String {
        failure.isName
            ? instance.value(atNode: failure.node).string ?? "" : instance.pointer.tokens.last ?? ""
    }

    /// Where the instance stands in its document.
    public var instancePointer: JSONPointer { instance.pointer }

    /// Where the text of the instance begins.
    public var instancePosition: JSONPosition { instance.position }

    /// Where the keyword stands in the schema document.
    public var schemaPointer: JSONPointer { schema.pointer }

    /// Where the text of the keyword's value begins.
    public var schemaPosition: JSONPosition { schema.position }

    /// The name that a required member lacks; nil when something else is wrong.
    public var missingMember: String? {
        if case .missing(let name) = failure.detail { program.name(name) } else { nil }
    }

    /// What the schema wants, as in `integer` or `at least 3 elements`.
    public var expected: String { SchemaMessages.expected(self) }

    /// What the instance has, as in `the string "312"` or `2 elements`.
    public var found: String { SchemaMessages.found(self) }
}

extension Violation: CustomStringConvertible {
    /// Both sides in one line, with the locations.
    public var description: String { SchemaMessages.describe(self) }
}

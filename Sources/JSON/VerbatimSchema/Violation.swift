public import VerbatimJSON

/// A keyword that an instance violates: the expectation, the finding, and both locations.
///
/// Pointers, positions and messages are computed on access; the violation keeps both documents in memory.
public struct Violation: Sendable {
    let failure: Failure
    let program: Program
    /// The value that violates the keyword; if a name does, the value of its property.
    public let instance: JSON
    /// The violations of the closest branch of an `anyOf` or `oneOf`; otherwise empty.
    public let causes: Excerpt<Violation>

    init(_ failure: Failure, _ program: Program, in root: JSON) {
        self.failure = failure
        self.program = program
        instance = root.value(atNode: failure.isName ? failure.node + 1 : failure.node)
        causes = Violation.excerpt(failure.causes, failure.omittedCauses, program, in: root)
    }

    /// Returns the violations of some failures, in the order of the instance.
    static func excerpt(
        _ failures: [Failure], _ omittedCount: Int, _ program: Program, in root: JSON
    ) -> Excerpt<Violation> {
        let ordered = failures.enumerated().sorted {
            ($0.element.node, $0.offset) < ($1.element.node, $1.offset)
        }
        return Excerpt(
            ordered.map { Violation($0.element, program, in: root) }, omittedCount: omittedCount)
    }

    private var location: KeywordLocation { program.locations.base[Int(failure.location)] }

    /// The name of the keyword; for the schema `false`, the keyword that contains it.
    public var keyword: String { location.keyword?.rawValue ?? "" }

    /// The value of the keyword, in its document.
    public var schema: JSON { program.json(location.value) }

    /// The name that violates the keyword, or the name of the property whose value does.
    var name: String {
        failure.isName
            ? instance.value(atNode: failure.node).string ?? "" : instance.pointer.tokens.last ?? ""
    }

    /// The location of the instance in its document.
    public var instancePointer: JSONPointer { instance.pointer }

    /// The start of the instance in the text of its document.
    public var instancePosition: JSONPosition { instance.position }

    /// The location of the keyword in the schema document.
    public var schemaPointer: JSONPointer { schema.pointer }

    /// The start of the keyword's value in the text of the schema document.
    public var schemaPosition: JSONPosition { schema.position }

    /// The name of a missing required property; nil for other violations.
    public var missingProperty: String? {
        if case .missing(let name) = failure.detail { program.name(name) } else { nil }
    }

    /// The schema's expectation, such as `integer` or `at least 3 elements`.
    public var expected: String { SchemaMessages.expected(self) }

    /// The instance's value, such as `the string "312"` or `2 elements`.
    public var found: String { SchemaMessages.found(self) }
}

extension Violation: CustomStringConvertible {
    /// The expectation, the value and both locations, in one line.
    public var description: String { SchemaMessages.describe(self) }
}

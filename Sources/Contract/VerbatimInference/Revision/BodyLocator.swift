import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// Finds the locations of the values of a body in the files of its recording.
struct BodyLocator {
    private let interaction: Interaction
    /// The locations that findings name by their pointers: the only ones of bodies that are converted to JSON
    /// (XML).
    private let reported: [String: SourceLocation]

    init(_ findings: [Finding], _ interaction: Interaction) {
        self.interaction = interaction
        let locations = findings.compactMap { finding in
            finding.pointer.flatMap { pointer in finding.location.map { (pointer, $0) } }
        }
        reported = Dictionary(locations) { first, _ in first }
    }

    /// The location of the value that violates a keyword.
    func location(of violation: Violation) -> SourceLocation? {
        let pointer = violation.missingProperty.map(violation.instancePointer.appending)
        return reported[(pointer ?? violation.instancePointer).description] ?? interaction.locationInBody()
    }

    /// The location of a value of the body.
    func location(of value: JSON) -> SourceLocation? {
        reported[value.pointer.description] ?? interaction.locationInBody()
    }
}

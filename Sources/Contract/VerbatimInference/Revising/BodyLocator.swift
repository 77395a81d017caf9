import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// Where the values of an exchange stand in the files of its recording.
struct BodyLocator {
    private let interaction: Interaction
    /// What the check found out about locations, for the bodies whose values are not read where they stand (XML).
    private let known: [String: SourceLocation]

    init(_ findings: [Finding], _ interaction: Interaction) {
        self.interaction = interaction
        let locations = findings.compactMap { finding in
            finding.pointer.flatMap { pointer in finding.location.map { (pointer, $0) } }
        }
        known = Dictionary(locations) { first, _ in first }
    }

    /// Where the value stands that breaks a keyword.
    func location(of violation: Violation) -> SourceLocation? {
        let pointer = violation.missingProperty.map(violation.instancePointer.appending)
        return known[(pointer ?? violation.instancePointer).description] ?? interaction.locationInBody()
    }

    /// Where a value of the body stands.
    func location(of value: JSON) -> SourceLocation? {
        known[value.pointer.description] ?? interaction.locationInBody()
    }
}

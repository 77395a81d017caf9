import APIContract
import HTTPArchive
import JSONDocument
import JSONSchema

/// Where the values of an exchange stand in the files of its recording.
struct Places {
    private let interaction: Interaction
    /// What the check found out about places, for the bodies whose values are not read where they stand (XML).
    private let known: [String: FilePlace]

    init(_ findings: [Finding], _ interaction: Interaction) {
        self.interaction = interaction
        let places = findings.compactMap { finding in
            finding.pointer.flatMap { pointer in finding.place.map { (pointer, $0) } }
        }
        known = Dictionary(places) { first, _ in first }
    }

    /// Where the value stands that breaks a keyword.
    func place(of violation: Violation) -> FilePlace? {
        let pointer = violation.missingMember.map(violation.instancePointer.appending)
        return known[(pointer ?? violation.instancePointer).description] ?? interaction.placeInBody()
    }

    /// Where a value of the body stands.
    func place(of value: JSON) -> FilePlace? {
        known[value.pointer.description] ?? interaction.placeInBody()
    }
}

extension Interaction {
    /// The line of its entry in the archive.
    var entryPlace: FilePlace? { place.map { FilePlace(file: $0.archive, line: $0.line) } }
}

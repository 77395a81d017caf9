import VerbatimRegex

/// The Bidi rule, which host names with right-to-left labels must satisfy.
///
/// https://www.rfc-editor.org/rfc/rfc5893#section-2
enum BidiRule {
    static func isSatisfied(by labels: [[UInt32]]) -> Bool {
        guard labels.joined().contains(where: { $0 >= 0x590 }) else { return true }
        let classes = labels.map { $0.map(bidiClass) }
        let isBidiDomain = classes.joined().contains { $0 == "R" || $0 == "AL" || $0 == "AN" }
        return !isBidiDomain || classes.allSatisfy(isSatisfied)
    }

    private static func isSatisfied(by label: [String]) -> Bool {
        guard let last = label.last(where: { $0 != "NSM" }) else { return false }
        let neutral: Set = ["EN", "ES", "CS", "ET", "ON", "BN", "NSM"]
        switch label.first {  // rule 1
        case "R", "AL":
            return label.allSatisfy { neutral.contains($0) || ["R", "AL", "AN"].contains($0) }  // rule 2
                && ["R", "AL", "EN", "AN"].contains(last)  // rule 3
                && !(label.contains("EN") && label.contains("AN"))  // rule 4
        case "L":
            return label.allSatisfy { neutral.contains($0) || $0 == "L" }  // rule 5
                && ["L", "EN"].contains(last)  // rule 6
        default:
            return false
        }
    }

    private static func bidiClass(_ value: UInt32) -> String {
        classes.first { $0.set.contains(value) }?.name ?? "L"
    }

    private static let classes: [(name: String, set: ScalarSet)] = UnicodeTable.bidiClasses.names.compactMap {
        names in
        guard let name = names.first, let set = UnicodeTable.bidiClasses.scalars(named: name) else {
            return nil
        }
        return (name, set)
    }
}

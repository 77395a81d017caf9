package import VerbatimContract
import VerbatimJSON

/// What was recorded before and what is now, or what differs between two contracts.
struct RecordedChange {
    /// The finding that describes it in words.
    let finding: Finding
    /// The location of what is there now, or of what was.
    let location: SourceLocation
    /// The lines that were there before; empty if they are not known.
    let removed: [String]
    /// The lines that are there now.
    let added: [String]
    /// The lines around what is there now.
    let excerpt: SourceExcerpt?
    /// Whether the lines are words, as the text is the same: its meaning changed elsewhere, such as in a list
    /// of required names.
    let isAboutMeaning: Bool
}

extension ExcerptReader {
    /// Returns the change that a cause shows in recordings or contracts, as far as their files are known.
    func change(of cause: Cause) -> RecordedChange? {
        let all = cause.findings + cause.history
        let change = all.first { $0.isChange && oldLines(of: $0) != nil }
        let new = newSide(all, like: change)
        guard let location = new?.location ?? change?.oldLocation, !location.isSwift,
            let finding = change ?? new
        else { return nil }
        let excerpt = new.flatMap { new in new.location.flatMap { self.excerpt(at: $0, of: new) } }
        let removed = change.flatMap(oldLines) ?? []
        let added = cause.kind == .dropped ? [] : excerpt.map(lines) ?? []
        let isSame = change != nil && added == removed
        return RecordedChange(
            finding: finding, location: location, removed: isSame ? [finding.old] : removed,
            added: isSame ? [finding.found] : added, excerpt: excerpt, isAboutMeaning: isSame)
    }

    /// Returns the lines of both sides of a change or, where they are not known, the words for them.
    func sides(of change: Finding) -> (removed: [String], added: [String]) {
        if change.rule.symptom == .missing { return (oldLines(of: change) ?? [change.old], []) }
        let new = change.location.flatMap { excerpt(at: $0, of: change) }.map(lines)
        if change.rule.symptom == .new { return ([], new ?? [change.found]) }
        let (removed, added) = (oldLines(of: change) ?? [change.old], new ?? [change.found])
        // The text is the same: its meaning changed.
        return removed == added ? ([change.old], [change.found]) : (removed, added)
    }

    /// Returns the two sides of a cause as lines of the files, or else in words; nil if it is about no value.
    package func sides(of cause: Cause) -> (location: SourceLocation?, removed: [String], added: [String])? {
        let change = change(of: cause)
        guard let finding = change?.finding ?? cause.shown else { return nil }
        let location = change?.location ?? finding.location
        if let change, !change.removed.isEmpty {
            return (location, change.removed.filter { !$0.isEmpty }, change.added)
        }
        // Of a new property, its lines say more than that it is new.
        if let change, finding.rule.symptom == .new, !change.added.isEmpty {
            return (location, [], change.added)
        }
        guard finding.isChange else {
            let expected = finding.expected.isEmpty ? [] : ["expected \(finding.expected)"]
            return (location, expected, ["found \(finding.found)"])
        }
        return (location, finding.old.isEmpty ? [] : [finding.old], [finding.found])
    }

    private func oldLines(of change: Finding) -> [String]? {
        change.oldLocation.flatMap { excerpt(at: $0, of: change) }.map(lines)
    }

    /// The finding with the value that is there now: the new property of a renamed one, or the changed value.
    private func newSide(_ all: [Finding], like change: Finding?) -> Finding? {
        let located = all.filter { $0.location != nil && !($0.location?.isSwift ?? true) }
        let added = located.filter { $0.rule.symptom == Symptom.new }
        return change.flatMap { change in
            added.first { $0.location?.file == change.location?.file }
        } ?? added.first ?? change.flatMap { $0.location == nil ? nil : $0 }
            ?? located.first { $0.model == nil && $0.location?.line != nil } ?? located.first
    }

    /// Returns the lines of a value; of any element of an array, those of the first one.
    private func excerpt(at location: SourceLocation, of finding: Finding) -> SourceExcerpt? {
        let tokens = finding.pointer?.tokens.map { $0 == JSONPointer.anyToken ? "0" : $0 }
        return excerpt(at: location, pointer: tokens.map { JSONPointer($0) }, part: finding.part)
    }

    /// The name of a property and its value, without what else is on its lines.
    private func lines(of excerpt: SourceExcerpt) -> [String] {
        let marked = excerpt.lines.filter { !$0.value.isEmpty }
        return marked.prefix(6).enumerated().map { index, line in
            let name =
                index == 0 ? line.before.firstMatch(of: /"[^"]*"\s*:\s*$/).map { String($0.output) } : nil
            return (name ?? "") + line.value
        } + (marked.count > 6 ? ["…"] : [])
    }
}

extension Finding {
    /// The two sides in words: `expected integer, found null`.
    var sidesText: String {
        switch sides {
        case .expected("", let found): found
        case .expected(let expected, let found): "expected \(expected), found \(found)"
        case .change(_, let old, let new): "was \(old), is now \(new)"
        }
    }
}

extension SourceLocation {
    var isSwift: Bool { file.hasSuffix(".swift") }
}

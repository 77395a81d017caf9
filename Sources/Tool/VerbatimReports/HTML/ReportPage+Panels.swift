import VerbatimContract
import VerbatimJSON

extension ReportPage {
    /// The recording before and after, the contract, and the app, as far as files of them are known.
    func panels(of cause: Cause) -> HTML? {
        let all = cause.findings + cause.history
        let panels = [changePanel(cause, all), contractPanel(all), appPanel(cause, all)].compactMap(\.self)
        return panels.isEmpty ? nil : "<div class=\"panels\">\n\(panels)</div>\n"
    }

    /// A panel with a title that says what it shows.
    private func panel(_ title: String, _ location: SourceLocation, _ content: HTML, _ notes: [String])
        -> HTML
    {
        let notes = notes.filter { !$0.isEmpty }.map { note -> HTML in
            "<p class=\"note\">\(note.excerpt(Self.textLimit))</p>\n"
        }
        return """
            <section aria-label="\(title)">
            <h3>\(title) \(link(to: location))</h3>
            \(content)\(notes)</section>

            """
    }

    // MARK: The recording

    /// What was recorded before and what is now, or what differs between two contracts.
    private func changePanel(_ cause: Cause, _ all: [Finding]) -> HTML? {
        let change = all.first { $0.isChange && oldLines(of: $0) != nil }
        let new = newSide(all, like: change)
        guard let location = new?.location ?? change?.oldLocation, !location.isSwift else { return nil }
        let title = location.recordingName == nil ? "contract" : "recorded"
        guard let change, let removed = oldLines(of: change) else {
            return new.flatMap { new in
                excerpt(of: new).map { panel(title, location, html(of: $0), [words(of: new)]) }
            }
        }
        var added = new.flatMap { excerpt(of: $0) }.map { lines(of: $0) } ?? []
        if cause.kind == .dropped { added = [] }
        // Where the text is the same, its meaning changed elsewhere: a list of required names, for example.
        let isSame = added == removed
        let marks = (isSame ? [change.old] : removed).map { line -> HTML in "<del>- \(line)</del>\n" }
        let others = (isSame ? [change.found] : added).map { line -> HTML in "<ins>+ \(line)</ins>\n" }
        return panel(title, location, "<pre>\(marks)\(others)</pre>\n", isSame ? [] : [words(of: change)])
    }

    private func oldLines(of change: Finding) -> [String]? {
        change.oldLocation.flatMap { excerpt(at: $0, of: change) }.map { lines(of: $0) }
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

    private func excerpt(of finding: Finding) -> SourceExcerpt? {
        finding.location.flatMap { excerpt(at: $0, of: finding) }
    }

    /// Returns the lines of a value; of any element of an array, those of the first one.
    private func excerpt(at location: SourceLocation, of finding: Finding) -> SourceExcerpt? {
        let tokens = finding.pointer?.tokens.map { $0 == JSONPointer.anyToken ? "0" : $0 }
        return excerpts.excerpt(at: location, pointer: tokens.map { JSONPointer($0) }, part: finding.part)
    }

    private func words(of finding: Finding) -> String {
        switch finding.sides {
        case .expected("", let found): found
        case .expected(let expected, let found): "expected \(expected), found \(found)"
        case .change(_, let old, let new): "was \(old), is now \(new)"
        }
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

    // MARK: The contract and the app

    private func contractPanel(_ all: [Finding]) -> HTML? {
        let declared = all.filter { $0.contractLocation != nil && !$0.isChange }
        guard let finding = declared.first, let location = finding.contractLocation,
            let excerpt = excerpts.excerpt(
                inContract: location, at: finding.contractPointer, name: finding.pointer?.tokens.last)
        else { return nil }
        let others = Set(declared.compactMap(\.contractLocation)).count - 1
        let more = others > 0 ? "and \(String.count(others, "more place", plural: "more places"))" : ""
        return panel(
            "contract", location, html(of: excerpt),
            [finding.model == nil && !finding.expected.isEmpty ? "promises \(finding.expected)" : "", more])
    }

    private func appPanel(_ cause: Cause, _ all: [Finding]) -> HTML? {
        let property = cause.affected.first { $0.location != nil }
        let model = all.first { $0.modelLocation != nil || $0.location?.isSwift ?? false }
        guard
            let location = property?.location ?? model?.modelLocation ?? model?.location,
            let excerpt = excerpts.excerpt(at: location, pointer: nil)
        else { return nil }
        let others = cause.affected.count - 1
        return panel(
            "your app", location, html(of: excerpt),
            [
                property?.reason ?? model.map { words(of: $0) } ?? "",
                others > 0 ? "and \(String.count(others, "more property", plural: "more properties"))" : "",
            ])
    }

    private func html(of excerpt: SourceExcerpt) -> HTML {
        // A line without a part of the value has all of its text after it.
        let starts = excerpt.lines.map { $0.value.isEmpty ? $0.before + $0.after : $0.before }
        let indentation = starts.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let lines = zip(excerpt.lines, starts).map { line, start -> HTML in
            let mark: HTML? =
                line.value.isEmpty ? nil : "<mark>\(line.value)</mark>\(line.after)"
            return """
                <span class="line"><span class="number" aria-hidden="true">\(line.number)</span>\
                <span>\(start.dropFirst(indentation))\(mark)</span></span>
                """
        }
        return "<pre><code>\(lines)</code></pre>\n"
    }
}

extension SourceLocation {
    fileprivate var isSwift: Bool { file.hasSuffix(".swift") }
}

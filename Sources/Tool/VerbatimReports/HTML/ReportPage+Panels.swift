import VerbatimContract
import VerbatimJSON

extension ReportPage {
    /// The recording before and after, the contract, and the app, as far as files of them are known.
    func panels(of cause: Cause) -> HTML? {
        let all = cause.findings + cause.history
        let panels = [changePanel(cause), contractPanel(all), appPanel(cause, all)].compactMap(\.self)
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
            <h3>\(title) \(excerpts.link(to: location))</h3>
            \(content)\(notes)</section>

            """
    }

    // MARK: The recording

    /// What was recorded before and what is now, or what differs between two contracts.
    private func changePanel(_ cause: Cause) -> HTML? {
        guard let change = excerpts.change(of: cause) else { return nil }
        let title = change.location.archiveName == nil ? "contract" : "recorded"
        guard !change.removed.isEmpty else {
            return change.excerpt.map {
                panel(title, change.location, html(of: $0), [change.finding.sidesText])
            }
        }
        let marks = change.removed.map { line -> HTML in "<del>- \(line)</del>\n" }
        let others = change.added.map { line -> HTML in "<ins>+ \(line)</ins>\n" }
        return panel(
            title, change.location, "<pre>\(marks)\(others)</pre>\n",
            change.isAboutMeaning ? [] : [change.finding.sidesText])
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
        guard let location = property?.location ?? model?.modelLocation ?? model?.location,
            let excerpt = excerpts.excerpt(at: location, pointer: nil)
        else { return nil }
        let others = cause.affected.count - 1
        return panel(
            "your app", location, html(of: excerpt),
            [
                property?.reason ?? model?.sidesText ?? "",
                others > 0 ? "and \(String.count(others, "more property", plural: "more properties"))" : "",
            ])
    }

    private func html(of excerpt: SourceExcerpt) -> HTML {
        // A line without a part of the value has all of its text after it.
        let starts = excerpt.lines.map { $0.value.isEmpty ? $0.before + $0.after : $0.before }
        let indentation = starts.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let lines = zip(excerpt.lines, starts).map { line, start -> HTML in
            let mark: HTML? = line.value.isEmpty ? nil : "<mark>\(line.value)</mark>\(line.after)"
            return """
                <span class="line"><span class="number" aria-hidden="true">\(line.number)</span>\
                <span>\(start.dropFirst(indentation))\(mark)</span></span>
                """
        }
        return "<pre><code>\(lines)</code></pre>\n"
    }
}

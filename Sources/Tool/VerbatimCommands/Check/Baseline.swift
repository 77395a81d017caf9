import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// The findings that a team accepts for a while, so that only new ones fail a check: entries in the file of
/// overrides, each with the fingerprint of a finding, a reason and a last day.
///
/// Once a baseline is written, it only shrinks, unless new findings are accepted explicitly.
struct Baseline {
    static let write = Option.flag(
        "--write-baseline", "accept today's findings in overrides.json; later, remove those that are resolved"
    )
    private static let acceptNew = Option.flag(
        "--accept-new", "with --write-baseline: accept new findings as well")
    private static let expires = Option.expiryDay("with --write-baseline: last day of new entries")
    static let options: [any OptionSyntax] = [write, acceptNew, expires]

    static func rules(besides recordings: [any OptionSyntax]) -> [OptionRule] {
        [
            .use(of: [acceptNew, expires], with: write),
            .conflict(write, with: recordings, "a baseline is about all recordings of an API"),
        ]
    }

    enum Outcome {
        case written
        /// New findings were not accepted.
        case refused
    }

    let arguments: Arguments

    /// Brings the baseline up to the findings of a check, of which no override has been applied yet.
    ///
    /// - Parameter apis: The APIs that were checked; entries of others stay.
    func write(_ findings: [Finding], of apis: [API], in context: CommandContext) throws -> Outcome {
        var document = try OverridesDocument(in: context.url(arguments[.contracts]))
        let today = Date().isoDay
        let current = fingerprints(of: findings, besides: document.overrides, today)
        let known = Set(document.overrides.filter { $0.isBaseline && $0.expires >= today }.map(\.target))
        let new = current.filter { !known.contains($0) }
        let isFirst = document.baselineDay == nil
        let accepted = isFirst || arguments[Self.acceptNew] ? new : []
        let removed = remove(from: &document, except: Set(current).subtracting(accepted), apis)
        let path = "\(arguments[.contracts])/\(OverridesDocument.fileName)"
        document.append(accepted.map { entry(for: $0, today, in: path) })
        if isFirst || removed > 0 || !accepted.isEmpty {
            document.baselineDay = document.baselineDay ?? today
            try context.write(document.text, to: path)
        }
        let changes = [
            accepted.isEmpty ? nil : "\(accepted.count) added", removed > 0 ? "\(removed) removed" : nil,
        ].compactMap(\.self)
        let entries = String.count(document.overrides.count { $0.isBaseline }, "entry", plural: "entries")
        context.console.note(
            "\(path): a baseline of \(entries)"
                + (isFirst && changes.isEmpty
                    ? "" : changes.isEmpty ? ", as before" : ": \(changes.list("and"))"))
        let refused = new.count - accepted.count
        guard refused > 0 else { return .written }
        context.console.note(Self.message(refused: refused))
        return .refused
    }

    /// Returns the fingerprints of warnings and breaking findings that no other override decides, each once.
    ///
    /// Those about the age of recordings are left out: they depend on the day, and on an option.
    private func fingerprints(
        of findings: [Finding], besides overrides: [Override], _ today: String
    ) -> [Finding.Key] {
        let others = Overrides(overrides.filter { !$0.isBaseline }, today: today)
        return findings.filter { $0.severity >= .warning && $0.rule != .recordingStale }
            .map { $0.key(.decision) }.filter { others.severity(of: $0) == nil }.map(\.pattern).uniqued
    }

    /// Removes the entries that match nothing, and returns their number.
    private func remove(
        from document: inout OverridesDocument, except remaining: Set<Finding.Key>, _ apis: [API]
    ) -> Int {
        let (names, count) = (Set(apis.map(\.name)), document.overrides.count)
        document.remove { entry in
            // Findings of no API are complete only if all APIs are checked.
            entry.isBaseline && (entry.api.map(names.contains) ?? arguments.operands.isEmpty)
                && !remaining.contains(entry.target)
        }
        return count - document.overrides.count
    }

    private func entry(for target: Finding.Key, _ today: String, in path: String) -> Override {
        Override(
            of: target, severity: .info, reason: "baseline of \(today)", expires: arguments[Self.expires],
            isBaseline: true, location: SourceLocation(file: path))
    }

    private static func message(refused: Int) -> String {
        MessageText(
            "\(String.count(refused, "new finding")) not accepted",
            next: "resolve what is listed, or accept it with "
                + "\(ToolCommand("check", "--write-baseline", "--accept-new"))"
        ).text
    }
}

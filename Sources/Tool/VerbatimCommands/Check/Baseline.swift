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

    /// The result of writing.
    enum Outcome {
        case written
        /// New findings were not accepted.
        case refused
    }

    private let acceptsNew: Bool
    private let expires: String
    private let folder: String
    /// Whether all APIs are checked, so that findings of no API are complete.
    private let isWhole: Bool

    /// Returns nil if the command line does not ask for it.
    ///
    /// - Parameter recordings: The options that narrow a check to some recordings.
    init?(_ arguments: Arguments, besides recordings: [any OptionSyntax]) throws(UsageError) {
        guard arguments[Self.write] else {
            let lone = arguments.first(of: [Self.acceptNew, Self.expires])
            guard let lone else { return nil }
            throw .malformed(lone, expected: "of use without '--write-baseline'")
        }
        if let other = arguments.first(of: recordings) {
            throw .conflict(
                "--write-baseline", with: other, "a baseline is about all recordings of an API")
        }
        acceptsNew = arguments[Self.acceptNew]
        expires = arguments[Self.expires]
        folder = arguments[.contracts]
        isWhole = arguments.operands.isEmpty
    }

    /// Brings the baseline up to the findings of a check, of which no override has been applied yet.
    ///
    /// - Parameter apis: The APIs that were checked; entries of others stay.
    func write(_ findings: [Finding], of apis: [API], in context: CommandContext) throws -> Outcome {
        var document = try OverridesDocument(in: context.url(folder))
        let today = Date().isoDay
        let current = fingerprints(of: findings, besides: document.overrides, today)
        let known = Set(document.overrides.filter { $0.isBaseline && $0.expires >= today }.map(\.target))
        let new = current.filter { !known.contains($0) }
        let isFirst = document.baselineDay == nil
        let accepted = isFirst || acceptsNew ? new : []
        let removed = remove(from: &document, except: Set(current).subtracting(accepted), apis)
        let path = "\(folder)/\(OverridesDocument.fileName)"
        document.append(accepted.map { entry(for: $0, today, in: path) })
        if isFirst || removed > 0 || !accepted.isEmpty {
            document.baselineDay = document.baselineDay ?? today
            try context.write(document.text, to: path)
        }
        let changes = [
            accepted.isEmpty ? nil : "\(accepted.count) added", removed > 0 ? "\(removed) removed" : nil,
        ].compactMap(\.self)
        let entries = String.count(
            document.overrides.count { $0.isBaseline }, "entry", plural: "entries")
        context.console.note(
            "\(path): a baseline of \(entries)"
                + (isFirst && changes.isEmpty
                    ? "" : changes.isEmpty ? ", as before" : ": \(changes.list("and"))"))
        let refused = new.count - accepted.count
        guard refused > 0 else { return .written }
        context.console.note(Self.message(refused: refused))
        return .refused
    }

    /// Returns the fingerprints of the warnings and breaking findings about which no other override decides,
    /// each once.
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
            entry.isBaseline && (entry.api.map(names.contains) ?? isWhole)
                && !remaining.contains(entry.target)
        }
        return count - document.overrides.count
    }

    private func entry(for target: Finding.Key, _ today: String, in path: String) -> Override {
        Override(
            of: target, severity: .info, reason: "baseline of \(today)", expires: expires, isBaseline: true,
            location: SourceLocation(file: path))
    }

    private static func message(refused: Int) -> String {
        MessageText(
            "\(String.count(refused, "new finding")) not accepted",
            next: "resolve what is listed, or accept it with "
                + "\(ToolCommand("check", "--write-baseline", "--accept-new"))"
        ).text
    }
}

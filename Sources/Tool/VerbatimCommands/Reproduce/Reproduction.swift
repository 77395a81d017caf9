import Foundation
import VerbatimAPI
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// `verbatim check --reproduce`: a failing test for each finding that a single response shows.
struct Reproduction {
    static let option = Option.text(
        "--reproduce", "DIR",
        "write a failing test for each breaking finding and warning into a folder of a test target")

    static let limit = Option.number(
        "--limit", from: 1, "a number of tests, from 1", isNamed: true,
        "write at most N tests, first for each rule and operation (default: \(usualLimit))")
    private static let usualLimit = 100

    static let rules: [OptionRule] = [
        .use(of: [limit], with: option),
        .conflict(option, with: [CheckCommand.watch], "tests are written once"),
        .conflict(option, with: [Baseline.write], "what is accepted has no test"),
    ]

    private let folder: ReproductionFolder
    private let limit: Int

    /// Returns nil if the command line does not ask for it.
    init?(_ arguments: Arguments) {
        guard let path = arguments[Self.option] else { return nil }
        folder = ReproductionFolder(path: path)
        limit = arguments[Self.limit] ?? Self.usualLimit
    }

    /// Writes the tests for the findings of a check, and returns a message about them.
    func write(_ findings: [Finding], of input: CheckInput, _ overrides: Overrides) throws -> String {
        let groups = OrderedGroups(grouping: findings.filter { $0.severity >= .warning }, by: \.fingerprint)
        let ranked = Self.ranked(groups)
        let (chosen, others) = (ranked.prefix(limit), ranked.dropFirst(limit))
        var maker = ReproductionMaker(
            input, overrides, of: chosen.count, folder: input.context.url(folder.path))
        try maker.findExchanges(of: chosen.compactMap(\.findings.first))
        var tests: [ReproductionTest] = []
        var gaps = OrderedGroups<String, Int>()
        for (fingerprint, findings) in chosen {
            guard let finding = findings.first else { continue }
            let others = findings.reduce(0) { $0 + $1.count } - 1
            do {
                tests.append(try maker.test(of: finding, fingerprint, others: others))
            } catch { gaps["\(finding.rule.id): \(error.reason)", default: 0] += 1 }
        }
        let names: [String?] = input.chosen.apis.map(\.name) + (input.chosen.isWhole ? [nil] : [])
        let removed = try folder.write(
            tests.map { ($0.fileName, $0.text) },
            keeping: Set(others.map { ReproductionTest.fileName(of: $0.findings[0].rule, $0.fingerprint) }),
            completeFor: input.hasAllRecordings ? names : [], in: input.context)
        return message(tests, removed, gaps, others.count, program: input.context.program)
    }

    private typealias Group = (fingerprint: String, findings: [Finding])

    /// Returns groups of findings in the order in which they get tests: the first of each rule in each
    /// operation, then the second, and so on.
    private static func ranked(_ groups: OrderedGroups<String, [Finding]>) -> [Group] {
        let causes = OrderedGroups(grouping: groups.pairs.map { Group($0.0, $0.1) }) { group in
            let first = group.findings.first
            return [first?.rule.id, first?.api, first?.operation, first?.model]
        }
        var ranked: [Group] = []
        var pending = causes.values.map { $0[...] }
        while !pending.isEmpty {
            ranked += pending.compactMap(\.first)
            pending = pending.compactMap { $0.count > 1 ? $0.dropFirst() : nil }
        }
        return ranked
    }

    private func message(
        _ tests: [ReproductionTest], _ removed: Int, _ gaps: OrderedGroups<String, Int>, _ others: Int,
        program: String?
    ) -> String {
        let count = tests.count
        let target = program?.prefix { $0 != "." }
        let needed = target.map { "if they do not link, make '\($0)' a dependency of the test target" }
        let written = String.count(count, "test") + " written"
        let counts = removed == 0 ? [written] : [written, "\(removed) removed"]
        var details = gaps.pairs.map { "no test for \($0)" + ($1 > 1 ? " (\($1) times)" : "") }
        if others > 0 {
            let findings = String.count(others, "more finding")
            details.append(
                "no test for \(findings) like these: mend them first, or use '--limit \(limit + others)'")
        }
        let run = "run `swift test --filter \(ReproductionTest.suitePrefix)`, in which every test fails"
        return MessageText(
            "\(folder.path): \(counts.list("and"))", details: details,
            next: count == 0 ? nil : [run, needed].compactMap(\.self).joined(separator: "; ")
        ).text
    }
}

/// The folder of the tests that `check --reproduce` writes. The first line of each says so; any other file
/// belongs to someone else.
struct ReproductionFolder {
    /// The path, as on the command line.
    let path: String

    /// The beginning of the first line of every file.
    private static let mark = "// Generated by `verbatim check --reproduce` for "

    /// Returns the first line of the files about an API; nil is for findings that belong to no API.
    static func mark(of api: String?) -> String {
        mark + (api.map { "'\($0)'" } ?? "no API").onOneLine + ". The next run replaces or removes this file."
    }

    /// Writes files, and removes those of earlier runs that no longer have a finding.
    ///
    /// - Parameters:
    ///   - files: The texts of the files, by name.
    ///   - kept: The names of files of earlier runs that still have a finding.
    ///   - apis: The APIs about which all files are known; nil for findings of no API.
    /// - Returns: The number of files that were removed.
    func write(
        _ files: [(name: String, text: String)], keeping kept: Set<String>, completeFor apis: [String?],
        in context: CommandContext
    ) throws -> Int {
        let folder = context.url(path)
        let inTheWay = try files.map(\.name).filter { name in
            let file = folder.file(name)
            return try FileKind(of: file) != .missing
                && Self.firstLine(of: file)?.hasPrefix(Self.mark) != true
        }
        guard inTheWay.isEmpty else {
            throw FileProblem(
                location: "\(path)/\(inTheWay[0])",
                what: "the file is in the way, it was not written by 'check --reproduce'"
                    + (inTheWay.count > 1 ? ", and \(inTheWay.count - 1) more" : ""),
                next: "rename it, or name another folder")
        }
        for file in files { try context.write(file.text, to: "\(path)/\(file.name)", isReport: true) }
        let marks = Set(apis.map(Self.mark))
        let names = kept.union(files.map(\.name))
        let stale = FolderListing.paths(in: folder, extension: "swift").filter { name in
            guard !name.contains("/"), !names.contains(name) else { return false }
            return Self.firstLine(of: folder.file(name)).map(marks.contains) ?? false
        }
        for name in stale { try AtomicFile.removeFile(folder.file(name)) }
        return stale.count
    }

    private static func firstLine(of file: URL) -> String? {
        guard (try? FileKind(of: file)) == .file, let bytes = try? Data(contentsOf: file) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

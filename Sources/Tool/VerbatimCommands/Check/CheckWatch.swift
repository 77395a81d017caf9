import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// `verbatim check --watch`: runs a check again whenever a file that it reads is saved.
///
/// On a terminal, each run takes the place of the last one, and keys run it again.
struct CheckWatch {
    let paths: [URL]
    /// Whether the first check lists every finding.
    let isVerbose: Bool

    /// The least time between two looks at the files, well within a tenth of a second.
    private static let interval = Duration.milliseconds(50)
    /// The time between two looks, as a multiple of that of one: many files take a few per cent of a core.
    private static let rest = 20

    private static let nameLimit = 3

    /// Why a check runs again.
    private enum Event {
        case changed([String])
        case again, verbose, open

        var text: String {
            switch self {
            case .changed(let names):
                let others = names.count - CheckWatch.nameLimit
                return "changed: "
                    + (names.prefix(CheckWatch.nameLimit) + (others > 0 ? ["\(others) more"] : [])).list(
                        "and")
            case .again, .verbose, .open: return "checked again"
            }
        }
    }

    /// Runs a check, and again after each change, until the task is cancelled or the output is gone.
    ///
    /// A check that cannot run, such as that of a file which is only half written, is reported and run again
    /// after the next change.
    ///
    /// - Parameter check: Runs a check, with whether it lists every finding and opens its report.
    /// - Throws: The error of the first check if the command line is wrong.
    func run(
        in context: CommandContext, _ check: (Bool, Bool) async throws -> (code: ExitCode, causes: [Cause])
    ) async throws -> ExitCode {
        let console = context.console
        let terminal = console.terminal.flatMap { $0.open(for: .keys) ? $0 : nil }
        defer { terminal?.close() }
        var (code, files) = (ExitCode.holds, WatchedFiles(at: paths))
        var (causes, isVerbose, opens, event): ([Cause]?, Bool, Bool, Event?) = (nil, isVerbose, false, nil)
        repeat {
            if terminal != nil {
                console.clearScreen()
                console.line("\(Date().timeOfDay)  \(event?.text ?? "checked")\n")
            } else if case .changed? = event {
                console.note("\n" + (event?.text ?? ""))
            }
            do {
                let result = try await check(isVerbose, opens)
                if let causes { console.note(Self.difference(from: causes, to: result.causes)) }
                (code, causes) = (result.code, result.causes)
            } catch let error as UsageError where event == nil {
                throw error
            } catch {
                console.problem(CommandLineTool.message(of: error))
                code = .unreadable
            }
            let listed = isVerbose ? "causes only" : "every finding"
            console.note(
                terminal == nil
                    ? "waiting for changes; Control-C ends"
                    : "watching; Enter checks again, v lists \(listed), o opens the report, q ends")
            event = await next(&files, console, terminal)
            if case .verbose? = event { isVerbose.toggle() }
            opens = if case .open? = event { true } else { false }
        } while event != nil
        return code
    }

    /// Waits for a change or a key. Returns nil at the end of the task or of the output, or if it is to end.
    private func next(
        _ files: inout WatchedFiles, _ console: Console, _ terminal: (any KeyTerminal)?
    ) async -> Event? {
        var interval = Self.interval
        while console.failure == nil {
            do { try await Task.sleep(for: interval) } catch { return nil }
            while let key = terminal?.key(waits: false) {
                switch key {
                case .enter, .character("r"): return .again
                case .character("v"): return .verbose
                case .character("o"): return .open
                case .character("q"), .interrupt, .end: return nil
                default: continue
                }
            }
            let start = ContinuousClock.now
            let current = files.refreshed()
            let changed = current.changes(since: files)
            files = current
            interval = max(Self.interval, start.duration(to: .now) * Self.rest)
            if !changed.isEmpty { return .changed(changed) }
        }
        return nil
    }

    /// Returns what is new and what is gone since the last check, by cause.
    static func difference(from old: [Cause], to new: [Cause]) -> String {
        func others(_ causes: [Cause], than others: [Cause]) -> [String] {
            let known = Set(others.map(\.id))
            return causes.filter { !known.contains($0.id) }.map(\.title)
        }
        let sides = [("new", others(new, than: old)), ("gone", others(old, than: new))].filter { !$1.isEmpty }
        guard !sides.isEmpty else { return "nothing new since the last check" }
        let counts = sides.map { "\($1.count) \($0)" }.joined(separator: ", ")
        let titles = sides.flatMap { name, titles in
            titles.prefix(nameLimit).map { "\(name): \($0)" }
                + (titles.count > nameLimit ? ["\(name): \(titles.count - nameLimit) more"] : [])
        }
        return MessageText("since the last check: \(counts)", details: titles).text
    }
}

extension Date {
    /// The time in the zone of the user: `09:41:07`.
    fileprivate var timeOfDay: String {
        let parts = Calendar.current.dateComponents([.hour, .minute, .second], from: self)
        return [parts.hour, parts.minute, parts.second].map { part in
            let text = String(part ?? 0)
            return String(repeating: "0", count: 2 - text.count) + text
        }.joined(separator: ":")
    }
}

/// The state of files at one time, by which a later state shows what has been saved.
struct WatchedFiles {
    private let paths: [URL]
    /// The state of each file, by the path that a message names.
    private var files: [String: Entry] = [:]
    /// The folders, whose states change with the names of the files in them.
    private var folders: [Entry] = []
    /// Whether a new or removed file is sure to change the state of a folder.
    private var showsNewFiles = true

    private struct Entry {
        let path: String
        var state: FileState?

        var isCurrent: Bool { FileState(path: path) == state }
    }

    /// Looks at files, and at those in folders. Hidden files, such as those of editors, are left out.
    init(at paths: [URL]) {
        self.paths = paths
        let now = Date()
        for path in paths {
            add(path)
            for name in FolderListing.paths(in: path) { add(path.appending(path: name)) }
        }
        showsNewFiles = showsNewFiles && folders.allSatisfy { $0.state?.isSettled(at: now) ?? false }
    }

    private mutating func add(_ file: URL) {
        let entry = Entry(path: file.fileName, state: FileState(path: file.fileName))
        switch entry.state?.kind {
        case nil: showsNewFiles = false
        case .folder: folders.append(entry)
        case .file, .other: files[file.relativePath] = entry
        }
    }

    /// Looks again. Folders are listed only if one has changed, as looking at files takes much less time.
    func refreshed() -> WatchedFiles {
        guard showsNewFiles, folders.allSatisfy(\.isCurrent) else { return WatchedFiles(at: paths) }
        var current = self
        current.files = files.mapValues { Entry(path: $0.path, state: FileState(path: $0.path)) }
        return current
    }

    /// Returns the paths of the files that were added, saved or removed since an earlier state, sorted.
    func changes(since old: WatchedFiles) -> [String] {
        Set(files.keys).union(old.files.keys).filter { files[$0]?.state != old.files[$0]?.state }.sorted()
    }
}

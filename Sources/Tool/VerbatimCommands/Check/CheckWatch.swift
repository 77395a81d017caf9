import Foundation
import VerbatimJSON

/// `verbatim check --watch`: runs a check again whenever a file that it reads is saved.
struct CheckWatch {
    /// The folders and files that the check reads.
    let paths: [URL]

    /// The time between two looks at the files. With it, a check starts well within a tenth of a second.
    private static let interval = Duration.milliseconds(50)

    /// The number of files that a line names.
    private static let nameLimit = 3

    /// Runs a check, and again after each change, until the task is cancelled or the output is gone.
    ///
    /// A check that cannot run, such as that of a file which is only half written, is reported and run again
    /// after the next change.
    ///
    /// - Throws: The error of the first check if the command line is wrong.
    func run(
        in context: CommandContext, _ check: () async throws -> ExitCode
    ) async throws -> ExitCode {
        var (code, files) = (ExitCode.holds, WatchedFiles(at: paths))
        var isFirst = true
        repeat {
            do {
                code = try await check()
            } catch let error as UsageError where isFirst {
                throw error
            } catch {
                context.console.problem(CommandLineTool.message(of: error))
                code = .unreadable
            }
            isFirst = false
            context.console.note("waiting for changes; Control-C ends")
        } while await nextChange(of: &files, in: context)
        return code
    }

    /// Waits for a change and names what has changed. Returns false at the end of the task or of the output.
    private func nextChange(of files: inout WatchedFiles, in context: CommandContext) async -> Bool {
        while context.console.failure == nil {
            do { try await Task.sleep(for: Self.interval) } catch { return false }
            let current = WatchedFiles(at: paths)
            let changed = current.changes(since: files)
            guard !changed.isEmpty else { continue }
            files = current
            let others = changed.count - Self.nameLimit
            let names = changed.prefix(Self.nameLimit) + (others > 0 ? ["\(others) more"] : [])
            context.console.note("\nchanged: \(Array(names).list("and"))")
            return true
        }
        return false
    }
}

/// The state of files at one time, by which a later state shows what has been saved.
struct WatchedFiles: Equatable {
    private struct State: Equatable {
        let date: Date?
        let size: UInt64?
        /// A file that replaces another has another number, even with the same date and size.
        let number: UInt64?
    }

    private var states: [String: State] = [:]

    /// Looks at files, and at those in folders. Hidden files, such as those of editors, are left out.
    init(at paths: [URL]) {
        for path in paths {
            add(path)
            for name in FolderListing.paths(in: path) { add(path.appending(path: name)) }
        }
    }

    private mutating func add(_ file: URL) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path(percentEncoded: false))
        guard let attributes, attributes[.type] as? FileAttributeType != .typeDirectory else { return }
        states[file.relativePath] = State(
            date: attributes[.modificationDate] as? Date, size: attributes[.size] as? UInt64,
            number: attributes[.systemFileNumber] as? UInt64)
    }

    /// Returns the paths of the files that were added, saved or removed since an earlier state, sorted.
    func changes(since old: WatchedFiles) -> [String] {
        Set(states.keys).union(old.states.keys).filter { states[$0] != old.states[$0] }.sorted()
    }
}

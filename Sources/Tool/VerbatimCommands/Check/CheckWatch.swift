import Foundation
import VerbatimHAR
import VerbatimJSON

/// `verbatim check --watch`: runs a check again whenever a file that it reads is saved.
struct CheckWatch {
    /// The folders and files that the check reads.
    let paths: [URL]

    /// The time between two looks at the files. With it, a check starts well within a tenth of a second.
    private static let interval = Duration.milliseconds(50)

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
            let current = files.refreshed()
            let changed = current.changes(since: files)
            files = current
            guard !changed.isEmpty else { continue }
            let others = changed.count - Self.nameLimit
            let names = changed.prefix(Self.nameLimit) + (others > 0 ? ["\(others) more"] : [])
            context.console.note("\nchanged: \(Array(names).list("and"))")
            return true
        }
        return false
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

    /// A folder that was written to less than this many seconds ago may change without another time.
    private static let resolution = 2

    /// Looks at files, and at those in folders. Hidden files, such as those of editors, are left out.
    init(at paths: [URL]) {
        self.paths = paths
        let now = Int(Date().timeIntervalSince1970)
        for path in paths {
            add(path)
            for name in FolderListing.paths(in: path) { add(path.appending(path: name)) }
        }
        showsNewFiles =
            showsNewFiles && folders.allSatisfy { ($0.state?.seconds ?? now) + Self.resolution < now }
    }

    private mutating func add(_ file: URL) {
        let entry = Entry(path: file.fileName, state: FileState(path: file.fileName))
        switch entry.state?.kind {
        case nil: showsNewFiles = false
        case .folder: folders.append(entry)
        case .file, .other: files[file.relativePath] = entry
        }
    }

    /// Looks again. Folders are listed only if one of them has changed, as looking at files takes much less
    /// time.
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

package import Foundation
import Synchronization
package import VerbatimJSON

/// Values that are made from files, and made again only once one of these has been written to.
package final class FileCache<Value: Sendable>: Sendable {
    private let entries = Mutex<[URL: Entry]>([:])

    private struct Entry {
        let value: Value
        let files: [(path: String, state: FileState)]

        /// Creates an entry; nil if a file is missing, or was just written to and may change unnoticed.
        init?(_ value: Value, _ file: URL, _ state: FileState?, _ others: [URL], at time: Date) {
            self.value = value
            let states = others.map { other in
                let path = other.path(percentEncoded: false)
                return (path, FileState(path: path))
            }
            let all = [(file.path(percentEncoded: false), state)] + states
            files = all.compactMap { path, state in
                state.flatMap { $0.isSettled(at: time) ? (path, $0) : nil }
            }
            guard files.count == all.count else { return nil }
        }
    }

    package init() {}

    /// - Parameters:
    ///   - others: Returns the other files that a value was made from; nil for a value that is not kept.
    ///   - make: Makes the value.
    package func value<Failure: Error>(
        of file: URL, others: (Value) -> [URL]? = { _ in [] }, _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let known = entries.withLock { $0[file] }
        if let known, known.files.allSatisfy({ FileState(path: $0.path) == $0.state }) { return known.value }
        let now = Date()
        let state = FileState(path: file.path(percentEncoded: false))
        let value = try make()
        let entry = others(value).flatMap { Entry(value, file, state, $0, at: now) }
        entries.withLock { $0[file] = entry }
        return value
    }
}

extension FileState {
    /// Whether the file, if it is written to after a time, is sure to have another state.
    package func isSettled(at time: Date) -> Bool {
        seconds + Self.resolution < Int(time.timeIntervalSince1970)
    }

    /// A file that was written to less than this many seconds ago may change without another time.
    private static let resolution = 2
}

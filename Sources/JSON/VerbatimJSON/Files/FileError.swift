/// The reason why a file was not read.
package enum FileError: Error, Sendable, Hashable {
    /// A system call failed with this value of `errno`.
    case system(Int32)
    /// Another process wrote to the file while it was read.
    case changed
    /// The path leads to a pipe, a device or a folder where only a file makes sense.
    case special
    /// The file has more bytes than are read at most.
    case tooLarge(limit: Int)
}

extension FileError: CustomStringConvertible {
    /// The reason, without the path, and the next step where there is one.
    package var description: String {
        switch self {
        case .system(let code): FileError.message(of: code)
        case .changed: "it changed while it was read; try again when nothing writes to it"
        case .special: "it is not a regular file"
        case .tooLarge(let limit):
            "it has more than \(limit >> 20) MiB, the most that is read; divide it into several files"
        }
    }
}

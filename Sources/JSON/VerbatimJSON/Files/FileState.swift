/// The state of a file or folder, which changes with its contents, or if another one takes its place.
package struct FileState: Sendable, Equatable {
    /// The kinds of files that are told apart.
    package enum Kind: Sendable { case file, folder, other }

    /// The kind; a symbolic link is followed.
    package var kind: Kind
    /// The size in bytes.
    package var size: Int
    /// The time at which it was last written to, in seconds since 1970.
    package var seconds: Int
    /// The rest of that time.
    package var nanoseconds: Int
    /// The numbers by which the system knows the file.
    var device, number: UInt64
}

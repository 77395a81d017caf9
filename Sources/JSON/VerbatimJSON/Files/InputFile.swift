/// A file that is open for reading.
///
/// Its bytes are copied into memory and never mapped: a process that reads a mapped file while another one
/// truncates it is ended by SIGBUS.
///
/// A directory is an error. A pipe or device is read to its end; one without a writer is empty.
package final class InputFile: Sendable {
    /// The most bytes of a pipe, a device, or a file that does not report its size, as those of `/proc`.
    static let streamLimit = 1 << 28

    private let descriptor: Int32
    private let state: FileState

    /// Opens a file.
    ///
    /// - Throws: ``FileError``, also for a directory.
    package init(_ path: String) throws(FileError) { (descriptor, state) = try InputFile.open(path) }

    deinit { InputFile.close(descriptor) }

    /// Whether it is a file in the usual sense, and not a pipe or a device.
    package var isRegular: Bool { state.kind == .file }

    /// The size of a regular file when it was opened, in bytes; 0 for any other.
    package var size: Int { isRegular ? state.size : 0 }

    /// Whether the file has not been written to since it was opened.
    package var isUnchanged: Bool { FileState(of: descriptor) == state }

    /// Reads as many bytes as a buffer has, or fewer at the end of the file, and returns their number.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let read = try InputFile.read(descriptor, at: isRegular ? offset + count : nil, into: rest)
            if read == 0 { break }
            count += read
            // Between the parts of a short read the file may have been replaced.
            guard count == buffer.count || !isRegular || isUnchanged else { throw .changed }
        }
        return count
    }

    /// Reads a file of unknown size to its end.
    fileprivate func stream(limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let filled = bytes.count
            let room = max(65_536, filled)
            var failure: FileError?
            bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                do throws(FileError) {
                    count = try read(at: filled, into: UnsafeMutableRawBufferPointer(buffer))
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
            if bytes.count < filled + room { return bytes }
        }
    }
}

extension SourceBytes {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that are read.
    ///   - skipsByteOrderMark: Whether a byte order mark at the start is left out.
    /// - Throws: ``FileError``, also if the file has more bytes, or is written to meanwhile.
    static func reading(
        _ path: String, limit: Int, skipsByteOrderMark: Bool = false
    ) throws(FileError) -> SourceBytes {
        let file = try InputFile(path)
        guard file.size <= limit else { throw .tooLarge(limit: limit) }
        guard file.size > 0 else {
            let bytes = try file.stream(limit: min(limit, InputFile.streamLimit))
            return bytes.withUnsafeBytes {
                SourceBytes(copying: skipsByteOrderMark ? $0.withoutByteOrderMark : $0)
            }
        }
        return try SourceBytes(file, 0..<file.size, skipsByteOrderMark: skipsByteOrderMark)
    }

    /// Reads a part of a file that has not changed since it was opened.
    convenience init(
        _ file: InputFile, _ range: Range<Int>, skipsByteOrderMark: Bool = false
    ) throws(FileError) {
        guard let memory = SourceBytes.allocate(range.count) else { throw .system(InputFile.outOfMemory) }
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: range.count)
        do throws(FileError) {
            guard try file.read(at: range.lowerBound, into: buffer) == range.count, file.isUnchanged else {
                throw .changed
            }
        } catch {
            DocumentMemory.release(memory, range.count + SourceBytes.padding)
            throw error
        }
        let kept =
            skipsByteOrderMark ? UnsafeRawBufferPointer(buffer).withoutByteOrderMark.count : range.count
        self.init(adopting: memory, from: range.count - kept, to: range.count)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var withoutByteOrderMark: UnsafeRawBufferPointer {
        starts(with: [0xef, 0xbb, 0xbf]) ? UnsafeRawBufferPointer(rebasing: self[3...]) : self
    }
}

/// The state of a file or folder, which changes with its contents, or if another one takes its place.
package struct FileState: Sendable, Equatable {
    /// The kinds of files that are told apart.
    package enum Kind: Sendable { case file, folder, other }

    /// The kind; a symbolic link is followed.
    package var kind: Kind
    package var size: Int
    /// The time at which it was last written to, in seconds since 1970.
    package var seconds: Int
    /// The rest of that time.
    package var nanoseconds: Int
    /// The numbers by which the system knows the file.
    var device, number: UInt64
}

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

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// The calls of the C library, whose module differs between platforms.

extension Tape {
    /// Returns whether two buffers have the same bytes.
    @usableFromInline
    static func equal(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        guard let left = a.baseAddress, let right = b.baseAddress else { return true }
        return memcmp(left, right, a.count) == 0
    }
}

extension TapeMemory {
    /// Frees memory that `resized` returned.
    static func release(_ words: UnsafeMutablePointer<UInt64>) { free(words) }

    /// Allocates memory for words, or moves them to memory of another size.
    static func resized(
        _ words: UnsafeMutablePointer<UInt64>?, to capacity: Int
    ) -> UnsafeMutablePointer<UInt64> {
        guard let memory = realloc(words, capacity * MemoryLayout<UInt64>.stride) else {
            fatalError("out of memory")
        }
        return memory.bindMemory(to: UInt64.self, capacity: capacity)
    }
}

extension DocumentMemory {
    /// Allocates memory in large pages, which take less time to get.
    static func allocateLarge(_ size: Int) -> UnsafeMutableRawPointer? {
        var memory: UnsafeMutableRawPointer?
        guard posix_memalign(&memory, page, size) == 0, let memory else { return nil }
        #if os(Linux)
            // Only advice: if the system ignores it, the pages are small.
            _ = madvise(memory, size, MADV_HUGEPAGE)
        #endif
        return memory
    }

    static func allocateSmall(_ size: Int) -> UnsafeMutableRawPointer? { malloc(size) }
    static func free(_ memory: UnsafeMutableRawPointer) { systemFree(memory) }
}

// MARK: - Files

extension InputFile {
    static let outOfMemory = ENOMEM

    /// Opens a file. A pipe is not waited for until it is read.
    static func open(_ path: String) throws(FileError) -> (descriptor: Int32, state: FileState) {
        // The C library would end the path there.
        guard !path.utf8.contains(0) else { throw .system(ENOENT) }
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(errno) }
        guard let state = FileState(of: descriptor) else {
            let error = FileError.system(errno)
            close(descriptor)
            throw error
        }
        // The reads of a pipe wait for its writer, if there is one.
        if state.kind != .file { _ = fcntl(descriptor, F_SETFL, 0) }
        return (descriptor, state)
    }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    /// Reads some bytes at an offset, or the next ones if it is nil; returns 0 at the end.
    static func read(
        _ descriptor: Int32, at offset: Int?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(FileError) -> Int {
        // More at once is an error on Darwin.
        let count = min(buffer.count, 1 << 30)
        while true {
            let read =
                if let offset {
                    pread(descriptor, buffer.baseAddress, count, off_t(offset))
                } else {
                    systemRead(descriptor, buffer.baseAddress, count)
                }
            if read >= 0 { return read }
            guard errno == EINTR else { throw .system(errno) }
        }
    }
}

extension FileState {
    /// Looks up a path and follows symbolic links; returns nil if there is no file, or no access to it.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Looks up an open file.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        #if canImport(Darwin)
            let written = status.st_mtimespec
        #else
            let written = status.st_mtim
        #endif
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        size = Int(status.st_size)
        seconds = Int(written.tv_sec)
        nanoseconds = Int(written.tv_nsec)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}

extension FileError {
    /// Returns the message of the operating system, or a short one for the common errors.
    static func message(of code: Int32) -> String {
        switch code {
        case ENOENT: "no such file"
        case EACCES, EPERM: "permission denied"
        case EISDIR: "it is a folder"
        default: String(cString: strerror(code))
        }
    }
}

// The functions of the C library whose names `InputFile` has too.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
private func systemFree(_ memory: UnsafeMutableRawPointer) { free(memory) }

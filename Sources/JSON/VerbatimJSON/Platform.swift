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

extension SourceBytes {
    /// The error of a file that cannot be mapped, with the message of the operating system.
    struct MappingError: Error { let message: String }

    /// Maps a file into private memory without copying it.
    ///
    /// Unsafe code. Invariant of the class: the file is mapped over the start of an anonymous region that is
    /// at least a page longer, and the kernel fills the rest of the file's last page with zeros.
    static func mapping(_ path: String) throws(MappingError) -> SourceBytes {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw lastError() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw lastError() }
        let count = Int(status.st_size)
        let length = count + Int(getpagesize())
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let region = mmap(nil, length, PROT_READ, flags, -1, 0), region != MAP_FAILED else {
            throw lastError()
        }
        if count > 0, mmap(region, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED {
            let error = lastError()
            munmap(region, length)
            throw error
        }
        let base = UnsafePointer(region.assumingMemoryBound(to: UInt8.self))
        return SourceBytes(mapped: base, count: count) { munmap(region, length) }
    }

    /// Releases the memory of some bytes of a mapped file. The next access reads them from the file again.
    func discard(_ range: Range<Int>) {
        guard isMapped else { return }
        let page = Int(getpagesize())
        let (start, end) = (range.lowerBound / page * page, range.upperBound / page * page)
        guard start < end else { return }
        // Only advice: if the system ignores it, the memory stays.
        _ = madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED)
    }

    private static func lastError() -> MappingError {
        MappingError(message: String(cString: strerror(errno)))
    }
}

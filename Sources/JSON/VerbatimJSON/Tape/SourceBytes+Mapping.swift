#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension SourceBytes {
    /// Why a file could not be mapped, in the words of the operating system.
    struct MappingFailure: Error { let words: String }

    /// Maps a file privately and without a copy.
    ///
    /// Unsafe code. Invariant of the class: the file is mapped over the start of an anonymous region that is at least
    /// a page longer, and the kernel fills the rest of the file's last page with zeros.
    static func mapping(_ path: String) throws(MappingFailure) -> SourceBytes {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw lastFailure() }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw lastFailure() }
        let count = Int(status.st_size)
        let length = count + Int(getpagesize())
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let region = mmap(nil, length, PROT_READ, flags, -1, 0), region != MAP_FAILED else {
            throw lastFailure()
        }
        if count > 0, mmap(region, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED {
            let failure = lastFailure()
            munmap(region, length)
            throw failure
        }
        let base = UnsafePointer(region.assumingMemoryBound(to: UInt8.self))
        return SourceBytes(mapped: base, count: count) { munmap(region, length) }
    }

    /// Gives back the memory of bytes of a mapped file; whoever needs them again reads them from the file again.
    func forget(_ range: Range<Int>) {
        guard isMapped else { return }
        let page = Int(getpagesize())
        let (start, end) = (range.lowerBound / page * page, range.upperBound / page * page)
        guard start < end else { return }
        // Only advice: where it is not taken, the memory stays.
        _ = madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED)
    }

    private static func lastFailure() -> MappingFailure {
        MappingFailure(words: String(cString: strerror(errno)))
    }
}

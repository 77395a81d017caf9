// Differences between the platforms.

import Foundation

// Outside Apple's platforms URLSession is in a separate module, which all files here see through this one.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

#if canImport(Darwin)
    // `mach_task_self_` is a global variable of C.
    @preconcurrency import Darwin

    /// Returns the resident memory of the process in bytes.
    func residentMemory() -> Int {
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(
            MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) { pointer in
            pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    }

    /// Raises the number of files that the process may open, which shells of macOS limit to 256.
    func allowManyFiles() {
        var limit = rlimit()
        guard getrlimit(RLIMIT_NOFILE, &limit) == 0 else { return }
        limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4096))
        setrlimit(RLIMIT_NOFILE, &limit)
    }

    /// The number of bytes that Foundation never frees of each request that reaches the network.
    let leakedBytesPerRequest = 0
#else
    /// Returns the resident memory of the process in bytes.
    func residentMemory() -> Int {
        // The size of the program in pages, then the pages in memory: proc(5).
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(getpagesize())
    }

    /// Does nothing: a process may open at least 1,024 files.
    func allowManyFiles() {}

    /// The number of bytes that Foundation never frees of each request that reaches the network.
    ///
    /// `CFURLSessionCurlHostIsEqual` does not free the parts of the URL (measured with Swift 6.3.1).
    let leakedBytesPerRequest = 158
#endif

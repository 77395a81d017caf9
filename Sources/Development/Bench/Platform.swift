import Foundation

// Makes URLSession available to all files of the module. Foundation contains it on Apple's platforms only.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

/// The peak memory of the process, including mapped files, in bytes.
func peakMemory() -> Int {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Int(usage.ru_maxrss)
    #else
        // The value of getrusage is at least the peak of the parent process.
        return memory("VmHWM")
    #endif
}

/// The current anonymous memory of the process, in bytes; 0 on systems without /proc.
func anonymousMemory() -> Int { memory("RssAnon") }

/// The value of a line of proc_pid_status(5), in bytes.
private func memory(_ name: String) -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
}

import Foundation

/// The most memory that the process had so far, mapped files included, in bytes.
func peakMemory() -> Int {
    #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Int(usage.ru_maxrss)
    #else
        // What getrusage says is at least the peak of the process that started this one.
        return memory("VmHWM")
    #endif
}

/// The memory of the process now that belongs to no file, in bytes; 0 where the system does not tell.
func anonymousMemory() -> Int { memory("RssAnon") }

/// A line of proc_pid_status(5).
private func memory(_ name: String) -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
}

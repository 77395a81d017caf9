import Foundation
import VerbatimCommands

// Makes URLSession available to all files of the module. Foundation contains it on Apple's platforms only.
#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif

#if canImport(Darwin)
    // `mach_task_self_` is a global variable of C.
    @preconcurrency import Darwin
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

#if canImport(Darwin)
    /// The memory that the system charges to the process, without mapped files, in bytes.
    func anonymousMemory() -> Int {
        var info = task_vm_info_data_t()
        var count = mach_msg_type_number_t(
            MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) { pointer in
            pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.phys_footprint) : 0
    }
#else
    /// The current anonymous memory of the process, in bytes.
    func anonymousMemory() -> Int { memory("RssAnon") }

    /// The value of a line of proc_pid_status(5), in bytes.
    private func memory(_ name: String) -> Int {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    }
#endif

/// Runs this program again; returns its output.
func outputOfNewProcess(_ arguments: [String]) throws -> Data {
    try ExternalProgram.run([CommandLine.arguments[0]] + arguments).output
}

import Foundation

/// The memory the process occupies now, in bytes.
func residentMemory() -> Int {
    #if canImport(Darwin)
        var info = mach_task_basic_info()
        var count = mach_msg_type_number_t(
            MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
        let result = withUnsafeMutablePointer(to: &info) { pointer in
            pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
            }
        }
        return result == KERN_SUCCESS ? Int(info.resident_size) : 0
    #else
        // Pages of the program, then those in memory: proc(5).
        let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(getpagesize())
    #endif
}

/// What Foundation keeps for ever of a request that reached the network, in bytes.
///
/// On Linux `CFURLSessionCurlHostIsEqual` does not free the parts of the URL (Swift 6.3.1): measured with a bare session.
#if canImport(Darwin)
    let bytesFoundationKeepsOfRequest = 0
#else
    let bytesFoundationKeepsOfRequest = 158
#endif

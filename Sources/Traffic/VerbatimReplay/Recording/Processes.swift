#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The other processes of this machine.
enum Processes {
    /// Whether a process is there; one that belongs to somebody else is.
    static func isRunning(_ identifier: Int32) -> Bool {
        kill(identifier, 0) == 0 || errno == EPERM
    }
}

import Foundation

/// Why a server could not be started: the system call that failed, and what the system said.
public struct ServerError: Error, Sendable, Hashable {
    /// The system call, e.g. `bind`.
    public var call: String
    /// The number the system gave (`errno`).
    public var code: Int32
    /// What was being done, e.g. `listen on 127.0.0.1:8080`.
    public var attempt: String
}

extension ServerError: CustomStringConvertible {
    /// The attempt, what the system said, and what helps where something does.
    public var description: String {
        let problem = "cannot \(attempt): \(String(cString: strerror(code))) (\(call), errno \(code))"
        return code == EADDRINUSE ? problem + "\n  next: choose another port, or 0 for any free one" : problem
    }
}

extension ServerError {
    /// Reads `errno`, so it is made right after the call that failed.
    static func last(_ call: String, _ attempt: String) -> ServerError {
        ServerError(call: call, code: errno, attempt: attempt)
    }
}

import Foundation

/// A system call that failed while a server was started.
public struct ServerError: Error, Sendable, Hashable {
    /// The system call, e.g. `bind`.
    public var call: String
    /// The value of `errno`.
    public var code: Int32
    /// The attempted action, e.g. `listen on 127.0.0.1:8080`.
    public var attempt: String
}

extension ServerError: CustomStringConvertible {
    /// The attempt, the system's message, and the next step where there is one.
    public var description: String {
        let problem = "cannot \(attempt): \(String(cString: strerror(code))) (\(call), errno \(code))"
        return code == EADDRINUSE
            ? problem + "\n  next: choose another port, or 0 for any free port" : problem
    }
}

extension ServerError {
    /// Returns an error with the current `errno`; called directly after the call that failed.
    static func last(_ call: String, _ attempt: String) -> ServerError {
        ServerError(call: call, code: errno, attempt: attempt)
    }
}

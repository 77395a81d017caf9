import Foundation

@testable import VerbatimURLSession

/// The differences between platforms.
enum Platform {
    #if canImport(FoundationNetworking)
        /// Whether the task is known that sends a request through `URLSession.shared`.
        static let knowsSharedTasks = true

        /// Whether loads enforce the time limit of a session, and Foundation does not.
        static let enforcesTimeLimit = true

        /// Foundation on Linux has no run loop where it calls protocol objects.
        static func clientExecutor(of _: URLProtocol, on thread: RunLoopThread) -> ClientExecutor {
            ClientExecutor { thread.perform($0) }
        }
    #else
        static let knowsSharedTasks = false
        static let enforcesTimeLimit = false

        static func clientExecutor(of urlProtocol: URLProtocol, on _: RunLoopThread) -> ClientExecutor {
            .current(of: urlProtocol)
        }
    #endif
}

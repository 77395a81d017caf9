import Foundation

@testable import VerbatimURLSession

/// The differences between platforms.
enum Platform {
    #if canImport(FoundationNetworking)
        /// Foundation on Linux has no run loop where it calls protocol objects.
        static func clientExecutor(of _: URLProtocol, on thread: RunLoopThread) -> ClientExecutor {
            ClientExecutor { thread.perform($0) }
        }
    #else
        static func clientExecutor(of urlProtocol: URLProtocol, on _: RunLoopThread) -> ClientExecutor {
            .current(of: urlProtocol)
        }
    #endif
}

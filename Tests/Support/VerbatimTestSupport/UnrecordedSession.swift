import Testing
import VerbatimURLSession

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLSession {
    /// Returns a session without cache or cookies whose requests belong to no recording, although other tests
    /// of the process may have some open.
    public static func unrecorded() -> URLSession {
        URLSessionInterceptor.setForeignTasks { Test.current != nil }
        return URLSession(configuration: .ephemeral)
    }
}

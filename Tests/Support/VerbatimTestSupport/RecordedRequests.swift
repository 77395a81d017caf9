import Synchronization
public import Testing

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension URLSession {
    /// Returns the text of a response.
    public func text(_ url: String) async throws -> String {
        // The test competes with all others.
        let request = URLRequest(url: try #require(URL(string: url)), timeoutInterval: 600)
        return String(decoding: try await data(for: request).0, as: UTF8.self)
    }
}

/// Runs code as a part of the current test, and returns its issues instead of reporting them.
public func issues(of body: @Sendable () async throws -> Void) async throws -> [Issue] {
    let issues = Mutex<[Issue]>([])
    let observer: IssueHandlingTrait = .compactMapIssues { issue in
        issues.withLock { $0.append(issue) }
        return nil
    }
    try await observer.provideScope(
        for: try #require(Test.current), testCase: Test.Case.current, performing: body)
    return issues.withLock { $0 }
}

#if !canImport(FoundationNetworking)
    import Foundation
    import Testing
    import VerbatimHAR

    @testable import VerbatimURLSession

    /// What a task knows, where CFNetwork asks protocol classes on its own queue.
    @Suite struct AppleURLProtocolTests {
        private let task = URLSession(configuration: .ephemeral)
            .dataTask(with: URL(literal: "http://a.example/a"))

        @Test func `a task belongs to the scope that resumed it while others are open`() async {
            let (first, second) = (StubResponder(HTTPResponse(200)), StubResponder(HTTPResponse(200)))
            let others = [first, second].map { URLSessionInterceptor($0).beginInterception() }
            defer { for end in others { end() } }
            let interceptor = URLSessionInterceptor(StubResponder(HTTPResponse(200)))
            let isAdmitted = interceptor.withInterception { ScopedInterception.admits(task) }
            #expect(isAdmitted)
            #expect(task.scopeNumber != nil)
            // CFNetwork asks on its own queue, where no value of the task of the test is.
            let isAccepted = await withCheckedContinuation { answer in
                DispatchQueue.global().async { [task] in
                    answer.resume(returning: ScopedURLProtocol.canInit(with: task))
                }
            }
            #expect(isAccepted)
        }

        @Test func `a task that no scope resumed has none`() {
            ScopedInterception.withoutInterception { #expect(ScopedInterception.admits(task)) }
            #expect(task.scopeNumber == nil)
        }
    }
#endif

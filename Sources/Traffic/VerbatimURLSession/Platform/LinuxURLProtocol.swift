#if canImport(FoundationNetworking)
    import Foundation
    import VerbatimHAR

    /// A protocol that does what Foundation on Linux does not: it follows redirects, waits while its task is
    /// suspended, stores downloads, and adds the properties of the session.
    class LinuxURLProtocol: ReplayURLProtocol {
        /// Events of cancelled tasks trap in the task registry.
        override var canDeliver: Bool { task?.state == .running }

        override func stopLoading() {
            switch task?.state {
            case .suspended: events.suspend()
            case .running: return  // The task was suspended and resumed since: startLoading() follows.
            default: super.stopLoading()
            }
        }

        override func context(for binding: ProtocolClassPool.Binding) -> TaskContext {
            TaskContext(self, binding)
        }

        override func deliver(_ event: LoadingEvent) {
            guard let client else { return }
            do {
                switch event {
                case .outcome(let outcome, let url):
                    let head = try outcome.response.map {
                        try deliverResponse($0, from: url, isComplete: outcome.failure == nil, to: client)
                    }
                    complete(outcome.failure, url, head, client)
                case .head(let response, let url): _ = try deliverHead(response, url, client)
                case .piece(let piece): client.urlProtocol(self, didLoad: piece)
                case .end(let failure, let url): complete(failure, url, task?.response, client)
                case .redirect: return
                }
            } catch {
                client.urlProtocol(self, didFailWithError: error)
            }
        }

        /// Delivers head and body, the latter in one piece: completion handlers receive only the last one.
        private func deliverResponse(
            _ response: HTTPResponse, from url: URL, isComplete: Bool, to client: any URLProtocolClient
        ) throws -> HTTPURLResponse {
            guard task is URLSessionDownloadTask else {
                let body = try response.body.bytes()
                let head = try deliverHead(response, url, client)
                if !body.isEmpty { client.urlProtocol(self, didLoad: body) }
                return head
            }
            let file = isComplete ? try response.body.writeTemporaryFile() : nil
            let head = try deliverHead(response, url, client)
            if let file { try LinuxInternals.setTemporaryFile(file, of: self) }
            return head
        }

        private func deliverHead(
            _ response: HTTPResponse, _ url: URL, _ client: any URLProtocolClient
        ) throws -> HTTPURLResponse {
            let head =
                response.status == ChallengingResponse.status
                ? ChallengingResponse(response, url: url)
                : HTTPURLResponseCache.urlResponse(for: response, from: url)
            guard let head else { throw URLError(.badServerResponse) }
            client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            return head
        }

        private func complete(
            _ failure: TransportFailure?, _ url: URL, _ head: URLResponse?, _ client: any URLProtocolClient
        ) {
            if let failure { return client.urlProtocol(self, didFailWithError: failure.error(for: url)) }
            guard let head = head as? ChallengingResponse else {
                return client.urlProtocolDidFinishLoading(self)
            }
            head.hideURL(from: Thread.current) { client.urlProtocolDidFinishLoading(self) }
        }
    }

    /// A response that can hide its URL from one thread while the task completes.
    ///
    /// For a 401 with `WWW-Authenticate: Basic`, Foundation looks up credentials by the URL of the response,
    /// and then hangs or sends the request to the real host. All other threads see the URL.
    ///
    /// Unchecked: the lock protects the only stored property.
    final class ChallengingResponse: HTTPURLResponse, @unchecked Sendable {
        /// The status to which Foundation reacts.
        static let status = 401

        private let lock = NSLock()
        private var hiddenFrom: ObjectIdentifier?

        func hideURL(from thread: Thread, while body: () -> Void) {
            lock.withLock { hiddenFrom = ObjectIdentifier(thread) }
            body()
            lock.withLock { hiddenFrom = nil }
        }

        override var url: URL? {
            let isHidden = lock.withLock { hiddenFrom == ObjectIdentifier(Thread.current) }
            return isHidden ? nil : super.url
        }
    }
#endif

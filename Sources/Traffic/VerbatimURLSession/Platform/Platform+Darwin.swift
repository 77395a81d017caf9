#if !canImport(FoundationNetworking)
    import Foundation
    import VerbatimHAR

    // Custom protocols in Apple's Foundation, which follows redirects, adds the fields of the session and
    // enforces time limits.

    extension URLProtocol {
        /// Whether events may be delivered to the client; always true, as Foundation ignores late ones.
        var canDeliver: Bool { true }

        /// Returns a closure that calls `startLoading()`, which any thread may do.
        func makeWakeUp() -> @Sendable () -> Void {
            let urlProtocol = UncheckedSendable(value: self)
            return { urlProtocol.value.startLoading() }
        }

        /// Delivers an event to the client.
        func deliver(_ event: LoadingEvent) {
            guard let client else { return }
            do {
                switch event {
                case .outcome(let outcome, let url):
                    if let response = outcome.response {
                        try deliverResponse(response, from: url, to: client)
                    }
                    complete(outcome.failure, url, client)
                case .head(let response, let url): try deliverHead(response, url, client)
                case .piece(let piece): client.urlProtocol(self, didLoad: piece)
                case .end(let failure, let url): complete(failure, url, client)
                case .redirect(let response, let url, let next):
                    guard let head = HTTPURLResponse(response, url: url) else {
                        throw URLError(.badServerResponse)
                    }
                    client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: head)
                    // The task continues with another protocol object, unless the delegate declines.
                    try deliverResponse(response, from: url, to: client)
                    client.urlProtocolDidFinishLoading(self)
                }
            } catch {
                client.urlProtocol(self, didFailWithError: error)
            }
        }

        private func deliverResponse(
            _ response: HTTPResponse, from url: URL, to client: any URLProtocolClient
        ) throws {
            let body = try response.body.bytes()
            try deliverHead(response, url, client)
            if !body.isEmpty { client.urlProtocol(self, didLoad: body) }
        }

        private func deliverHead(_ response: HTTPResponse, _ url: URL, _ client: any URLProtocolClient) throws
        {
            guard let head = HTTPURLResponseCache.urlResponse(for: response, from: url) else {
                throw URLError(.badServerResponse)
            }
            client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        }

        private func complete(_ failure: TransportFailure?, _ url: URL, _ client: any URLProtocolClient) {
            if let failure { return client.urlProtocol(self, didFailWithError: failure.error(for: url)) }
            client.urlProtocolDidFinishLoading(self)
        }
    }

    extension URLSession {
        /// Gives protocol classes precedence over the native ones; the one registered last comes first.
        func prependProtocolClasses(_ classes: [URLProtocol.Type]) {
            for protocolClass in classes.reversed() { URLProtocol.registerClass(protocolClass) }
        }
    }

    extension TaskContext {
        /// False: the loading system follows redirects, with a new protocol object for each.
        static let followsRedirects = false

        /// Reads the properties of a protocol's task.
        init(_ urlProtocol: URLProtocol, _ binding: ProtocolClassPool.Binding) {
            self.init(
                body: Body(urlProtocol.request),
                sessionHeaders: [:],
                cookies: urlProtocol.request.httpShouldHandleCookies ? binding.cookies : nil,
                timeout: urlProtocol.request.timeoutInterval,
                timeLimit: nil,
                timing: binding.timing,
                deliversPieces: true,
                redirectHandler: nil)
        }
    }

    extension TaskContext.Body {
        /// Creates the body of a request, in which Foundation has turned data into a stream.
        fileprivate init(_ request: URLRequest) {
            self = request.httpBodyStream.map(Self.reader) ?? .data(request.httpBody)
        }
    }
#endif

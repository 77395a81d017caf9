#if !canImport(FoundationNetworking)
    import Foundation
    import VerbatimHAR

    // What a custom protocol does under Apple's Foundation, which follows redirects, adds the session's fields, and
    // watches the time by itself.

    extension URLProtocol {
        /// Whether the client may still be told anything; Foundation ignores what comes too late.
        var mayAnswer: Bool { true }

        /// The way back to `startLoading()` from any thread: any thread will do.
        func wayBack() -> @Sendable () -> Void {
            let me = UncheckedSendable(value: self)
            return { me.value.startLoading() }
        }

        /// Tells the client.
        func report(_ news: LoadingEvent) {
            guard let client else { return }
            do {
                switch news {
                case .outcome(let outcome, let url):
                    if let response = outcome.response { try hand(over: response, from: url, to: client) }
                    end(outcome.failure, url, client)
                case .head(let response, let url): try receive(response, url, client)
                case .piece(let piece): client.urlProtocol(self, didLoad: piece)
                case .end(let failure, let url): end(failure, url, client)
                case .redirect(let response, let url, let next):
                    guard let head = HTTPURLResponse(response, url: url) else {
                        throw URLError(.badServerResponse)
                    }
                    client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: head)
                    // the task goes on with another protocol object, unless the delegate declines to follow
                    try hand(over: response, from: url, to: client)
                    client.urlProtocolDidFinishLoading(self)
                }
            } catch {
                client.urlProtocol(self, didFailWithError: error)
            }
        }

        private func hand(
            over response: HTTPResponse, from url: URL, to client: any URLProtocolClient
        ) throws {
            let body = try response.body.bytes()
            try receive(response, url, client)
            if !body.isEmpty { client.urlProtocol(self, didLoad: body) }
        }

        private func receive(_ response: HTTPResponse, _ url: URL, _ client: any URLProtocolClient) throws {
            guard let head = HTTPURLResponseCache.head(of: response, from: url) else {
                throw URLError(.badServerResponse)
            }
            client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        }

        private func end(_ failure: TransportFailure?, _ url: URL, _ client: any URLProtocolClient) {
            if let failure { return client.urlProtocol(self, didFailWithError: failure.error(for: url)) }
            client.urlProtocolDidFinishLoading(self)
        }
    }

    extension URLSession {
        /// Registers protocol classes; the one registered last is asked first.
        func putBeforeNetwork(_ classes: [URLProtocol.Type]) {
            for protocolClass in classes.reversed() { URLProtocol.registerClass(protocolClass) }
        }
    }

    extension TaskContext {
        /// The loading system follows redirects: each hop is a protocol object of its own.
        static let followsRedirects = false

        /// Looks at the task of a protocol.
        init(_ urlProtocol: URLProtocol, _ tenant: ProtocolSlots.Tenant) {
            self.init(
                body: Body(urlProtocol.request),
                sessionHeaders: [:],
                cookies: urlProtocol.request.httpShouldHandleCookies ? tenant.cookies : nil,
                timeout: urlProtocol.request.timeoutInterval,
                deadline: nil,
                pace: tenant.pace,
                takesPieces: true,
                redirectChoice: nil)
        }
    }

    extension TaskContext.Body {
        /// A body given as data has become a stream.
        fileprivate init(_ request: URLRequest) {
            self = request.httpBodyStream.map(Self.reader) ?? .data(request.httpBody)
        }
    }
#endif

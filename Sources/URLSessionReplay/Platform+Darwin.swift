#if !canImport(FoundationNetworking)
    import Foundation
    import HTTPArchive

    // What a custom protocol does under Apple's Foundation, which follows redirects, adds the session's fields, and
    // watches the time by itself.

    extension URLProtocol {
        /// Whether the client may still be told anything; Foundation ignores what comes too late.
        var mayAnswer: Bool { true }

        /// Tells the client how the task went on or ended.
        func report(_ conclusion: Conclusion) {
            guard let client else { return }
            do {
                switch conclusion {
                case .redirect(let response, let url, let next):
                    guard let head = HTTPURLResponse(response, url: url) else {
                        throw URLError(.badServerResponse)
                    }
                    client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: head)
                    // the task goes on with another protocol object, unless the delegate declines to follow
                    try hand(over: response, from: url, to: client)
                    client.urlProtocolDidFinishLoading(self)
                case .outcome(.response(let response), let url):
                    try hand(over: response, from: url, to: client)
                    client.urlProtocolDidFinishLoading(self)
                case .outcome(.failure(let failure, let partial), let url):
                    if let partial { try hand(over: partial, from: url, to: client) }
                    client.urlProtocol(self, didFailWithError: failure.error(for: url))
                }
            } catch {
                client.urlProtocol(self, didFailWithError: error)
            }
        }

        private func hand(
            over response: HTTPResponse, from url: URL, to client: any URLProtocolClient
        ) throws {
            guard let head = HTTPURLResponse(response, url: url) else { throw URLError(.badServerResponse) }
            let body = try response.body.bytes()
            client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            if !body.isEmpty { client.urlProtocol(self, didLoad: body) }
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
        init(_ urlProtocol: URLProtocol, cookies: HTTPCookieStorage?) {
            let loader = Unchecked(value: urlProtocol)
            self.init(
                body: Body(urlProtocol.request),
                sessionHeaders: [:],
                cookies: urlProtocol.request.httpShouldHandleCookies ? cookies : nil,
                timeout: urlProtocol.request.timeoutInterval,
                deadline: nil,
                redirectChoice: nil,
                wake: { loader.value.startLoading() })
        }
    }

    extension TaskContext.Body {
        /// A body given as data has become a stream.
        fileprivate init(_ request: URLRequest) {
            self = request.httpBodyStream.map(Self.reader) ?? .data(request.httpBody)
        }
    }
#endif

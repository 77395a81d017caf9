#if canImport(FoundationNetworking)
    import Foundation
    import HTTPArchive

    // What a custom protocol may and must do under swift-corelibs-foundation. The facts behind each line were measured
    // with Swift 6.3.1: https://github.com/swiftlang/swift-corelibs-foundation/tree/swift-6.3.1-RELEASE

    extension URLProtocol {
        /// Whether the client may still be told anything: answering a cancelled task traps in the task registry.
        var mayAnswer: Bool { task?.state == .running }

        /// Tells the client how the task ended.
        ///
        /// The body goes over in one piece: a completion handler gets the last piece only.
        func report(_ conclusion: Conclusion) {
            guard let client, case .outcome(let outcome, let url) = conclusion else { return }
            do {
                let head = try outcome.response.map {
                    try hand(over: $0, from: url, whole: outcome.isWhole, to: client)
                }
                guard case .failure(let failure, _) = outcome else {
                    return finish(head, client)
                }
                client.urlProtocol(self, didFailWithError: failure.error(for: url))
            } catch {
                client.urlProtocol(self, didFailWithError: error)
            }
        }

        private func hand(
            over response: HTTPResponse, from url: URL, whole: Bool, to client: any URLProtocolClient
        ) throws -> AnsweredResponse {
            guard let head = AnsweredResponse(response, url: url) else { throw URLError(.badServerResponse) }
            guard task is URLSessionDownloadTask else {
                let body = try response.body.bytes()
                client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
                if !body.isEmpty { client.urlProtocol(self, didLoad: body) }
                return head
            }
            let file = whole ? try response.body.writeTemporaryFile() : nil
            client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            if let file { try LinuxInternals.setTemporaryFile(file, of: self) }
            return head
        }

        private func finish(_ head: AnsweredResponse?, _ client: any URLProtocolClient) {
            head?.hidesURL(from: Thread.current) { client.urlProtocolDidFinishLoading(self) }
        }
    }

    extension URLSession {
        /// Puts protocol classes before the native ones; `configuration` is the live one on Linux, not a copy.
        func putBeforeNetwork(_ classes: [URLProtocol.Type]) {
            configuration.urlCache = nil
            configuration.protocolClasses = classes + (configuration.protocolClasses ?? [])
        }
    }

    extension TaskContext {
        /// The client's redirect callback is a `fatalError` on Linux, so the door follows redirects.
        static let followsRedirects = true

        /// Looks at the task of a protocol, on its work queue.
        init(_ urlProtocol: URLProtocol, cookies: HTTPCookieStorage?) {
            let task = urlProtocol.task
            let session = task.flatMap(LinuxInternals.session(of:))
            let configuration = session?.configuration
            let request = urlProtocol.request
            self.init(
                body: task.map { Body($0, request, session) } ?? .data(request.httpBody),
                sessionHeaders: Self.headers(configuration),
                cookies: request.httpShouldHandleCookies
                    ? configuration.map(\.httpCookieStorage) ?? cookies : nil,
                timeout: Self.timeout(request, configuration),
                deadline: Self.deadline(configuration),
                redirectChoice: task.flatMap { Self.redirectChoice($0, session) },
                wake: { task?.resume() })
        }

        /// `httpAdditionalHeaders` are merged by the native protocol only.
        private static func headers(_ configuration: URLSessionConfiguration?) -> [String: String] {
            guard let fields = configuration?.httpAdditionalHeaders else { return [:] }
            let pairs = fields.map { ("\($0.key)", "\($0.value)") }
            return Dictionary(pairs) { first, _ in first }
        }

        /// The session's timeout does not reach the request: it keeps the default of 60 s.
        private static func timeout(_ request: URLRequest, _ configuration: URLSessionConfiguration?)
            -> Double
        {
            guard request.timeoutInterval == 60, let configuration else { return request.timeoutInterval }
            return configuration.timeoutIntervalForRequest
        }

        /// Nobody watches the time of the whole task; a day or more (the default is a week) needs no watching.
        private static func deadline(_ configuration: URLSessionConfiguration?) -> Double? {
            configuration.map(\.timeoutIntervalForResource).flatMap { $0 < 86_400 ? $0 : nil }
        }

        private static func redirectChoice(_ task: URLSessionTask, _ session: URLSession?) -> RedirectChoice?
        {
            guard let session, let delegate = task.delegate ?? session.delegate as? any URLSessionTaskDelegate
            else {
                return nil
            }
            return { response, next, completion in
                session.delegateQueue.addOperation {
                    delegate.urlSession(
                        session, task: task, willPerformHTTPRedirection: response, newRequest: next,
                        completionHandler: completion)
                }
            }
        }
    }

    extension TaskContext.Body {
        /// The body of an upload task is not in its request, only in the task.
        fileprivate init(_ task: URLSessionTask, _ request: URLRequest, _ session: URLSession?) {
            guard task is URLSessionUploadTask else {
                self = request.httpBodyStream.map(Self.reader) ?? .data(request.httpBody)
                return
            }
            switch LinuxInternals.body(of: task) {
            case .data(let data): self = .data(data)
            case .file(let file):
                self = .reader { $0(Result { try Data(contentsOf: file, options: .mappedIfSafe) }) }
            case .stream(let stream): self = .reader(stream)
            case nil: self = Self.streamToAskFor(task, session) ?? .data(request.httpBody)
            }
        }

        /// `uploadTask(withStreamedRequest:)` leaves it to the delegate to bring the body.
        private static func streamToAskFor(_ task: URLSessionTask, _ session: URLSession?) -> Self? {
            guard let session, let delegate = session.delegate as? any URLSessionTaskDelegate
            else { return nil }
            return .reader { completion in
                session.delegateQueue.addOperation {
                    delegate.urlSession(session, task: task) { stream in
                        completion(Result { try stream?.readToEnd() })
                    }
                }
            }
        }
    }

    /// A response that can hide its URL while the task finishes.
    ///
    /// A 401 with `WWW-Authenticate: Basic` makes Foundation look for credentials by that URL: it would hang, or send the
    /// request to the real host. Hidden from that one thread, the app sees the response whole.
    final class AnsweredResponse: HTTPURLResponse, @unchecked Sendable {
        private let lock = NSLock()
        private var hiddenFrom: ObjectIdentifier?

        func hidesURL(from thread: Thread, while work: () -> Void) {
            lock.withLock { hiddenFrom = ObjectIdentifier(thread) }
            work()
            lock.withLock { hiddenFrom = nil }
        }

        override var url: URL? {
            let isHidden = lock.withLock { hiddenFrom == ObjectIdentifier(Thread.current) }
            return isHidden ? nil : super.url
        }
    }
#endif

#if canImport(FoundationNetworking)
    import Foundation
    import VerbatimHAR

    // What a custom protocol may and must do under swift-corelibs-foundation. The facts behind each line were measured
    // with Swift 6.3.1: https://github.com/swiftlang/swift-corelibs-foundation/tree/swift-6.3.1-RELEASE

    extension URLProtocol {
        /// Whether the client may still be told anything: answering a cancelled task traps in the task registry.
        var mayAnswer: Bool { task?.state == .running }

        /// The way back to `startLoading()` from any thread, to be made on the work queue.
        ///
        /// It is that queue itself: `resume()` traps between the end of a task and the moment its state says so, and
        /// serves only where the queue cannot be seen.
        func wayBack() -> @Sendable () -> Void {
            let task = task
            guard let queue = task.flatMap(LinuxInternals.workQueue(of:)) else { return { task?.resume() } }
            let me = UncheckedSendable(value: self)
            return { queue.async { me.value.startLoading() } }
        }

        /// Tells the client.
        func report(_ news: LoadingEvent) {
            guard let client else { return }
            do {
                switch news {
                case .outcome(let outcome, let url):
                    let head = try outcome.response.map {
                        try hand(over: $0, from: url, whole: outcome.isWhole, to: client)
                    }
                    end(outcome.failure, url, head, client)
                case .head(let response, let url): _ = try receive(response, url, client)
                case .piece(let piece): client.urlProtocol(self, didLoad: piece)
                case .end(let failure, let url): end(failure, url, task?.response, client)
                case .redirect: return
                }
            } catch {
                client.urlProtocol(self, didFailWithError: error)
            }
        }

        /// The body goes over in one piece: a completion handler gets the last piece only.
        private func hand(
            over response: HTTPResponse, from url: URL, whole: Bool, to client: any URLProtocolClient
        ) throws -> HTTPURLResponse {
            guard task is URLSessionDownloadTask else {
                let body = try response.body.bytes()
                let head = try receive(response, url, client)
                if !body.isEmpty { client.urlProtocol(self, didLoad: body) }
                return head
            }
            let file = whole ? try response.body.writeTemporaryFile() : nil
            let head = try receive(response, url, client)
            if let file { try LinuxInternals.setTemporaryFile(file, of: self) }
            return head
        }

        private func receive(
            _ response: HTTPResponse, _ url: URL, _ client: any URLProtocolClient
        ) throws -> HTTPURLResponse {
            let head =
                response.status == ChallengingResponse.status
                ? ChallengingResponse(response, url: url) : HTTPURLResponseCache.head(of: response, from: url)
            guard let head else { throw URLError(.badServerResponse) }
            client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
            return head
        }

        private func end(
            _ failure: TransportFailure?, _ url: URL, _ head: URLResponse?, _ client: any URLProtocolClient
        ) {
            if let failure { return client.urlProtocol(self, didFailWithError: failure.error(for: url)) }
            guard let head = head as? ChallengingResponse else {
                return client.urlProtocolDidFinishLoading(self)
            }
            head.hidesURL(from: Thread.current) { client.urlProtocolDidFinishLoading(self) }
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
        init(_ urlProtocol: URLProtocol, _ tenant: ProtocolSlots.Tenant) {
            let task = urlProtocol.task
            let session = task.flatMap(LinuxInternals.session(of:))
            let configuration = session?.configuration
            let cookies = if let configuration { configuration.httpCookieStorage } else { tenant.cookies }
            let request = urlProtocol.request
            self.init(
                body: task.map { Body($0, request, session) } ?? .data(request.httpBody),
                sessionHeaders: Self.headers(configuration),
                cookies: request.httpShouldHandleCookies ? cookies : nil,
                timeout: Self.timeout(request, configuration),
                deadline: Self.deadline(configuration),
                pace: tenant.pace,
                takesPieces: tenant.pace != .atOnce && LinuxInternals.isToldToDelegate(task, session),
                redirectChoice: task.flatMap { Self.redirectChoice($0, session) })
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
            guard let configuration, configuration.timeoutIntervalForResource < 86_400 else { return nil }
            return configuration.timeoutIntervalForResource
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
            do {
                switch try LinuxInternals.body(of: task) {
                case .data(let data): self = .data(data)
                case .file(let file):
                    self = .reader { $0(Result { try Data(contentsOf: file, options: .mappedIfSafe) }) }
                case .stream(let stream): self = .reader(stream)
                case nil: self = Self.streamToAskFor(task, session) ?? .data(request.httpBody)
                }
            } catch {
                self = .reader { $0(.failure(error)) }
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
    final class ChallengingResponse: HTTPURLResponse, @unchecked Sendable {
        /// The one status Foundation acts on.
        static let status = 401

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

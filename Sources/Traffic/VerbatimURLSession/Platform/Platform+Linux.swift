#if canImport(FoundationNetworking)
    import Foundation
    // All files of the module see URLSession through this import.
    @_exported public import FoundationNetworking
    import VerbatimHAR
    import VerbatimReplay

    // What custom protocols need of swift-corelibs-foundation. The behavior described here was measured with
    // Swift 6.3.1: https://github.com/swiftlang/swift-corelibs-foundation/tree/swift-6.3.1-RELEASE

    typealias PlatformURLProtocol = LinuxURLProtocol

    extension ClientExecutor {
        /// Returns the executor of the work queue of a task; must be called on that queue.
        ///
        /// If the work queue is not found, the executor calls `resume()`, which leads to `startLoading()` but
        /// traps between the end of a task and the change of its state.
        static func current(of urlProtocol: URLProtocol) -> ClientExecutor {
            let task = urlProtocol.task
            guard let queue = task.flatMap(LinuxInternals.workQueue(of:)) else {
                return ClientExecutor { _ in task?.resume() }
            }
            return ClientExecutor { queue.async(execute: $0) }
        }
    }

    extension URLSession {
        /// Gives a protocol class precedence over the native ones in the shared session, and lets another one
        /// answer what the native ones decline, for sessions with any configuration.
        ///
        /// On Linux `configuration` is not a copy.
        static func intercept(with protocolClass: URLProtocol.Type, others: URLProtocol.Type) {
            let configuration = URLSession.shared.configuration
            configuration.urlCache = nil
            configuration.protocolClasses = [protocolClass] + (configuration.protocolClasses ?? [])
            if LinuxClassMethods.declineIntercepted() { _ = URLProtocol.registerClass(others) }
        }
    }

    extension ScopedInterception {
        /// Whether Foundation asks protocol classes in the task that sends a request.
        static let knowsTask = true
    }

    extension TaskContext {
        /// Reads the properties of a protocol's task, on its work queue.
        init(_ urlProtocol: URLProtocol, _ binding: ProtocolClassPool.Binding) {
            let task = urlProtocol.task
            let session = task.flatMap(LinuxInternals.session(of:))
            let configuration = session?.configuration
            let cookies = if let configuration { configuration.httpCookieStorage } else { binding.cookies }
            let request = urlProtocol.request
            self.init(
                body: task.map { Body($0, request, session) } ?? .data(request.httpBody),
                sessionHeaders: Self.headers(configuration),
                cookies: request.httpShouldHandleCookies ? cookies : nil,
                timeout: Self.timeout(of: request, binding, configuration),
                timeLimit: Self.timeLimit(configuration),
                timing: binding.timing,
                deliversPieces: (binding.timing != .immediate || binding.responder.isLive)
                    && LinuxInternals.reportsToDelegate(task, session),
                redirects: task.flatMap { Self.redirectHandler($0, session) }.map { .ask($0) } ?? .follow)
        }

        /// Returns `httpAdditionalHeaders`, which only the native protocol merges.
        private static func headers(_ configuration: URLSessionConfiguration?) -> [String: String] {
            guard let fields = configuration?.httpAdditionalHeaders else { return [:] }
            let pairs = fields.map { ("\($0.key)", "\($0.value)") }
            return Dictionary(pairs) { first, _ in first }
        }

        /// Returns the resource timeout, which Foundation does not enforce; nil for a day or more (the
        /// default is a week).
        private static func timeLimit(_ configuration: URLSessionConfiguration?) -> Double? {
            guard let configuration, configuration.timeoutIntervalForResource < 86_400 else { return nil }
            return configuration.timeoutIntervalForResource
        }

        private static func redirectHandler(_ task: URLSessionTask, _ session: URLSession?)
            -> RedirectHandler?
        {
            guard let session, let delegate = task.delegate ?? session.delegate as? any URLSessionTaskDelegate
            else { return nil }
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
        /// Creates the body of a task; that of an upload task is not in its request.
        fileprivate init(_ task: URLSessionTask, _ request: URLRequest, _ session: URLSession?) {
            guard task is URLSessionUploadTask else {
                self = Self(request)
                return
            }
            do {
                switch try LinuxInternals.body(of: task) {
                case .data(let data): self = .data(data)
                case .file(let file):
                    self = .reader { $0(Result { try HTTPBody.file(file).bytes() }) }
                case .stream(let stream): self = .reader(stream)
                case nil: self = Self.delegateStream(task, session) ?? .data(request.httpBody)
                }
            } catch {
                self = .reader { $0(.failure(error)) }
            }
        }

        /// Returns the stream that the delegate provides for `uploadTask(withStreamedRequest:)`.
        private static func delegateStream(_ task: URLSessionTask, _ session: URLSession?) -> Self? {
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
#endif

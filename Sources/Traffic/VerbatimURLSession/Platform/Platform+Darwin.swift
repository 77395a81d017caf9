#if !canImport(FoundationNetworking)
    import Foundation
    import VerbatimHAR
    import VerbatimReplay

    // Custom protocols in Apple's Foundation, whose contract ReplayURLProtocol obeys.

    typealias PlatformURLProtocol = AppleURLProtocol

    /// The protocol with what only the task of a request knows.
    class AppleURLProtocol: ReplayURLProtocol {
        /// CFNetwork asks on its own queue, where the task knows the scope that resumed it.
        override class func canInit(with task: URLSessionTask) -> Bool {
            guard let request = task.currentRequest ?? task.originalRequest else { return false }
            return canInit(with: RedirectState(scope: task.scopeNumber).added(to: request))
        }

        override var state: RedirectState {
            var state = super.state
            state.scope = state.scope ?? task?.scopeNumber
            return state
        }

        /// Adds the timeout of the session, which only the task knows.
        override func context(for binding: ProtocolClassPool.Binding) -> TaskContext {
            var context = super.context(for: binding)
            context.timeout = TaskContext.timeout(of: request, binding, task?.parentSession?.configuration)
            return context
        }
    }

    extension ClientExecutor {
        /// Returns the executor of the current thread, in the mode in which its run loop runs.
        ///
        /// Foundation calls a protocol object on a thread with a run loop, and expects all calls of its
        /// client there. Without a run loop the calls are made in order, but on any thread.
        ///
        /// See "Threading Notes" in
        /// https://developer.apple.com/library/archive/samplecode/CustomHTTPProtocol/Introduction/Intro.html
        static func current(of _: URLProtocol) -> ClientExecutor {
            guard let mode = RunLoop.current.currentMode, let runLoop = CFRunLoopGetCurrent() else {
                let queue = DispatchQueue(label: "verbatim.client")
                return ClientExecutor { queue.async(execute: $0) }
            }
            let modes = [RunLoop.Mode.default.rawValue, mode.rawValue] as CFArray
            let target = UncheckedSendable(value: (runLoop: runLoop, modes: modes))
            return ClientExecutor { call in
                CFRunLoopPerformBlock(target.value.runLoop, target.value.modes, call)
                CFRunLoopWakeUp(target.value.runLoop)
            }
        }
    }

    extension ScopedInterception {
        /// Whether Foundation asks protocol classes in the task that sends a request.
        static let knowsTask = false
    }

    extension URLSession {
        /// Gives a protocol class precedence over the native ones, in the shared session and in every
        /// configuration that is created from now on.
        ///
        /// The two class methods of `URLSessionConfiguration` are replaced, as OHHTTPStubs does:
        /// https://github.com/AliSoftware/OHHTTPStubs/blob/master/Sources/OHHTTPStubs/HTTPStubs%2BNSURLSessionConfiguration.m
        static func intercept(with protocolClass: URLProtocol.Type, others _: URLProtocol.Type) {
            _ = URLProtocol.registerClass(protocolClass)
            for name in ["defaultSessionConfiguration", "ephemeralSessionConfiguration"] {
                URLSessionConfiguration.prepend(protocolClass, toResultOf: NSSelectorFromString(name))
            }
            URLSessionTask.interceptResume()
        }

        /// Whether one of our protocol classes is in its configuration, or registered for it.
        fileprivate var isIntercepted: Bool {
            self === URLSession.shared
                || configuration.protocolClasses?.contains { $0 is ReplayURLProtocol.Type } == true
        }
    }

    extension URLSessionTask {
        nonisolated(unsafe) private static let scopeKey = UnsafeRawPointer(
            UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

        /// The number of the scope of the code that resumed the task; nil if that is unknown.
        var scopeNumber: Int? {
            get { objc_getAssociatedObject(self, Self.scopeKey) as? Int }
            set { objc_setAssociatedObject(self, Self.scopeKey, newValue, .OBJC_ASSOCIATION_RETAIN) }
        }

        /// The session, which Apple's Foundation does not declare; nil if it has another name.
        fileprivate var parentSession: URLSession? {
            responds(to: NSSelectorFromString("session")) ? value(forKey: "session") as? URLSession : nil
        }

        /// Replaces `resume()` in each class of the tasks that implements it, as AFNetworking does:
        /// https://github.com/AFNetworking/AFNetworking/blob/4.0.1/AFNetworking/AFURLSessionManager.m
        fileprivate static func interceptResume() {
            guard let url = URL(string: "http://localhost/") else { return }
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            let selector = NSSelectorFromString("resume")
            var type: AnyClass? = object_getClass(session.dataTask(with: url))
            while let current = type, let method = class_getInstanceMethod(current, selector) {
                type = class_getSuperclass(current)
                // An inherited method is that of the superclass.
                if method != class_getInstanceMethod(type, selector) { intercept(method, selector) }
            }
        }

        private static func intercept(_ method: Method, _ selector: Selector) {
            typealias Function = @convention(c) (UnsafeRawPointer, Selector) -> Void
            let original = unsafeBitCast(method_getImplementation(method), to: Function.self)
            let replacement: @convention(block) (UnsafeRawPointer) -> Void = { pointer in
                let task = Unmanaged<URLSessionTask>.fromOpaque(pointer).takeUnretainedValue()
                if ScopedInterception.admits(task) { original(pointer, selector) } else { task.cancel() }
            }
            method_setImplementation(method, imp_implementationWithBlock(replacement))
        }
    }

    extension ScopedInterception {
        /// Notes the scope of the code that resumes a task, which CFNetwork's queue does not know, and
        /// returns whether the task may begin: not if a recording is open, and no protocol class is asked.
        static func admits(_ task: URLSessionTask) -> Bool {
            guard case .scope(let scope)? = owner else { return true }
            task.scopeNumber = scope.number
            guard let request = task.currentRequest ?? task.originalRequest, !request.isLocal,
                task is URLSessionWebSocketTask || task.parentSession?.isIntercepted == false
            else { return true }
            scope.binding.responder.refuse(
                HTTPRequest(request.httpMethod ?? "GET", request.url?.absoluteString ?? ""))
            return false
        }
    }

    extension URLSessionConfiguration {
        fileprivate static func prepend(_ protocolClass: URLProtocol.Type, toResultOf selector: Selector) {
            guard let method = class_getClassMethod(URLSessionConfiguration.self, selector) else { return }
            // The result is autoreleased, so its address stays valid for the caller.
            typealias Function = @convention(c) (UnsafeRawPointer, Selector) -> UnsafeRawPointer
            let original = unsafeBitCast(method_getImplementation(method), to: Function.self)
            let replacement: @convention(block) (UnsafeRawPointer) -> UnsafeRawPointer = { type in
                let result = original(type, selector)
                let configuration = Unmanaged<URLSessionConfiguration>.fromOpaque(result)
                    .takeUnretainedValue()
                configuration.protocolClasses = [protocolClass] + (configuration.protocolClasses ?? [])
                return result
            }
            method_setImplementation(method, imp_implementationWithBlock(replacement))
        }
    }
#endif

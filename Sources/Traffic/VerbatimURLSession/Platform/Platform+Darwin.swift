#if !canImport(FoundationNetworking)
    import Foundation

    // Custom protocols in Apple's Foundation, whose contract ReplayURLProtocol obeys.

    typealias PlatformURLProtocol = ReplayURLProtocol

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

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
        /// Gives protocol classes precedence over the native ones; the one registered last comes first.
        func prependProtocolClasses(_ classes: [URLProtocol.Type]) {
            for protocolClass in classes.reversed() { _ = URLProtocol.registerClass(protocolClass) }
        }
    }
#endif

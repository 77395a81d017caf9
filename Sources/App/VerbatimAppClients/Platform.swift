import Foundation

// On Linux, networking and XML parsing are separate modules of Foundation.
#if canImport(FoundationNetworking)
    @_exported public import FoundationNetworking
#endif
#if canImport(FoundationXML)
    @_exported public import FoundationXML
#endif

extension URLSession {
    /// Makes a data task whose events are passed to a delegate of its own.
    func dataTask(with request: URLRequest, delegate: any URLSessionDataDelegate) -> URLSessionDataTask {
        #if canImport(FoundationNetworking)
            // On Linux only the delegate of a session receives the bytes; the session ends with its task.
            let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            defer { session.finishTasksAndInvalidate() }
            return session.dataTask(with: request)
        #else
            let task = dataTask(with: request)
            task.delegate = delegate
            return task
        #endif
    }
}

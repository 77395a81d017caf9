// Differences between the C libraries.

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Socket {
    #if canImport(Darwin)
        static let streamType = SOCK_STREAM
        static let writingSide = SHUT_WR
        static let sendFlags: Int32 = 0

        /// Suppresses SIGPIPE, on Darwin once for the socket; returns whether that is possible.
        ///
        /// It is not if the client has reset the connection already.
        func suppressSIGPIPE() -> Bool { set(SOL_SOCKET, SO_NOSIGPIPE) }
    #else
        #if canImport(Glibc)
            static let streamType = Int32(SOCK_STREAM.rawValue)
        #else
            static let streamType = Int32(SOCK_STREAM)
        #endif
        static let writingSide = Int32(SHUT_WR)
        static let sendFlags = Int32(MSG_NOSIGNAL)

        /// Returns true: `sendFlags` suppresses SIGPIPE at each write.
        func suppressSIGPIPE() -> Bool { true }
    #endif
}

extension JoinableThread {
    static func create(_ work: UnsafeMutableRawPointer) -> (id: pthread_t?, error: Int32) {
        #if canImport(Glibc)
            var id = pthread_t()
            let error = pthread_create(&id, nil, { work in work.flatMap { JoinableThread.run($0) } }, work)
            return (error == 0 ? id : nil, error)
        #else
            var id: pthread_t?
            let error = pthread_create(&id, nil, { work in JoinableThread.run(work) }, work)
            return (id, error)
        #endif
    }
}

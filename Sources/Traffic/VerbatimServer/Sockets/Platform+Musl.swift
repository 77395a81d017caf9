#if canImport(Musl)
    import Musl

    extension Socket {
        static let streamType = Int32(SOCK_STREAM)
        static let writingSide = Int32(SHUT_WR)
        static let sendFlags = Int32(MSG_NOSIGNAL)

        /// Musl refuses the signal write by write: see `sendFlags`.
        func refuseSIGPIPE() {}
    }

    extension JoinableThread {
        static func create(_ work: UnsafeMutableRawPointer) -> (id: pthread_t?, error: Int32) {
            var id: pthread_t?
            let error = pthread_create(&id, nil, { work in work.flatMap { JoinableThread.run($0) } }, work)
            return (id, error)
        }
    }
#endif

#if canImport(Darwin)
    import Darwin

    extension Socket {
        static let streamType = SOCK_STREAM
        static let writingSide = SHUT_WR
        static let sendFlags: Int32 = 0

        /// Darwin refuses the signal once for the socket.
        func refuseSIGPIPE() {
            set(SOL_SOCKET, SO_NOSIGPIPE)
        }
    }

    extension JoinableThread {
        static func create(_ work: UnsafeMutableRawPointer) -> (id: pthread_t?, error: Int32) {
            var id: pthread_t?
            let error = pthread_create(&id, nil, { work in JoinableThread.run(work) }, work)
            return (id, error)
        }
    }
#endif

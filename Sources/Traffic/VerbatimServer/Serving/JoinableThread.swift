import Foundation

/// A thread that can be joined, so that it has ended when `HTTPServer.stop()` returns.
///
/// Unchecked: `pthread_t` may be used from any thread, but is not marked so where it is a pointer (Darwin).
struct JoinableThread: @unchecked Sendable {
    private let id: pthread_t

    init(_ body: @escaping @Sendable () -> Void) throws(ServerError) {
        let work = Unmanaged.passRetained(Work(body))
        let (id, error) = Self.create(work.toOpaque())
        guard let id else {
            work.release()
            throw ServerError(call: "pthread_create", code: error, attempt: "start a server")
        }
        self.id = id
    }

    /// Waits until the thread has ended; on the thread itself, detaches it instead.
    func join() {
        if pthread_equal(id, pthread_self()) != 0 { pthread_detach(id) } else { pthread_join(id, nil) }
    }

    /// Runs the work, whose one reference `init` handed to the thread.
    static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

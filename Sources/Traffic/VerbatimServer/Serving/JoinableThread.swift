import Foundation

/// A thread of our own that can be joined, so that nothing of it is left when its server has stopped.
struct JoinableThread: @unchecked Sendable {
    // A thread's identity may be used from any thread; on Darwin it is a pointer and not marked so.
    private let id: pthread_t

    /// Starts a thread.
    init(_ body: @escaping @Sendable () -> Void) throws(ServerError) {
        let work = Unmanaged.passRetained(Work(body))
        let (id, error) = Self.create(work.toOpaque())
        guard let id else {
            work.release()
            throw ServerError(call: "pthread_create", code: error, attempt: "start a server")
        }
        self.id = id
    }

    /// Waits until it has ended; from within itself it only gives up the claim to do so.
    func join() {
        if pthread_equal(id, pthread_self()) != 0 { pthread_detach(id) } else { pthread_join(id, nil) }
    }

    /// What the thread executes: the work it was created with.
    static func run(_ work: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
    }

    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

import CVerbatimServer
import Foundation

/// The descriptors that an event loop watches: by epoll(7) on Linux, by kqueue(2) on Apple's platforms.
/// Waiting takes time for those that are ready only.
final class EventQueue {
    struct Interest: OptionSet {
        let rawValue: Int16
        static let reading = Interest(rawValue: Int16(event_readable))
        static let writing = Interest(rawValue: Int16(event_writable))
    }

    /// A descriptor that is ready for what it is watched for, or whose peer is gone.
    struct Event {
        let descriptor: Int32
        /// Whether there is something to read, if only the end.
        let isReadable: Bool
    }

    private let queue: Int32
    private var found = [event_found](repeating: event_found(), count: Int(event_batch))

    init() throws(ServerError) {
        queue = event_queue_open()
        guard queue >= 0 else { throw .last("epoll_create1 or kqueue", "start a server") }
    }

    deinit { close(queue) }

    /// Watches a descriptor for events in place of others; one without any is not watched.
    func watch(_ descriptor: Int32, for interest: Interest, insteadOf old: Interest = []) {
        event_queue_watch(queue, descriptor, old.rawValue, interest.rawValue)
    }

    /// Waits until a descriptor is ready or the time has passed.
    ///
    /// - Parameter milliseconds: The maximum wait; -1 for no limit.
    func wait(milliseconds: Int32) -> [Event] {
        let count = event_queue_wait(queue, &found, milliseconds)
        return found.prefix(max(0, Int(count))).map { event in
            Event(descriptor: event.descriptor, isReadable: event.events != Interest.writing.rawValue)
        }
    }
}

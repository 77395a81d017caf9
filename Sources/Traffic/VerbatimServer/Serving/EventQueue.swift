import CVerbatimServer
import Foundation

/// The descriptors that an event loop watches: by epoll(7) on Linux, where waiting takes time for those that
/// are ready only, and by poll(2) elsewhere, where it takes time for all.
struct EventQueue {
    struct Interest: OptionSet {
        let rawValue: Int16
        static let reading = Interest(rawValue: Int16(POLLIN))
        static let writing = Interest(rawValue: Int16(POLLOUT))
    }

    /// A descriptor that is ready. If its peer is gone, it is readable and writable.
    struct Event {
        let descriptor: Int32
        let readable: Bool
        let writable: Bool

        fileprivate init(_ descriptor: Int32, _ events: Int16) {
            let gone = events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
            self.descriptor = descriptor
            readable = gone || events & Int16(POLLIN) != 0
            writable = gone || events & Int16(POLLOUT) != 0
        }
    }

    /// The descriptor of epoll(7); -1 for poll(2).
    private let epoll: Int32
    /// The events that epoll(7) has found.
    private var found: [epoll_found]
    /// The descriptors for poll(2), and the index of each.
    private var entries: [pollfd] = []
    private var indices: [Int32: Int] = [:]

    init(usesPoll: Bool = false) {
        epoll = usesPoll ? -1 : epoll_open()
        found = Array(repeating: epoll_found(), count: epoll < 0 ? 0 : 64)
    }

    mutating func add(_ descriptor: Int32, for interest: Interest) {
        guard epoll < 0 else { return epoll_watch(epoll, descriptor, interest.rawValue, 1) }
        indices[descriptor] = entries.count
        entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    }

    mutating func change(_ descriptor: Int32, to interest: Interest) {
        guard epoll < 0 else { return epoll_watch(epoll, descriptor, interest.rawValue, 0) }
        guard let index = indices[descriptor] else { return }
        entries[index].events = interest.rawValue
    }

    mutating func remove(_ descriptor: Int32) {
        guard epoll < 0 else { return epoll_watch(epoll, descriptor, 0, 0) }
        guard let index = indices.removeValue(forKey: descriptor), let last = entries.popLast() else {
            return
        }
        guard last.fd != descriptor else { return }
        entries[index] = last
        indices[last.fd] = index
    }

    /// Waits until a descriptor is ready or the time has passed.
    ///
    /// - Parameter milliseconds: The maximum wait; -1 for no limit.
    mutating func wait(milliseconds: Int32) -> [Event] {
        guard epoll < 0 else {
            let count = epoll_find(epoll, &found, Int32(found.count), milliseconds)
            return found.prefix(max(0, Int(count))).map { Event($0.descriptor, $0.events) }
        }
        guard poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return [] }
        return entries.lazy.filter { $0.revents != 0 }.map { Event($0.fd, $0.revents) }
    }

    /// Releases what the system keeps for the queue, which is not used again.
    func close() {
        if epoll >= 0 { _ = Foundation.close(epoll) }
    }
}

import Foundation

/// The descriptors that an event loop watches, by poll(2), which every platform has.
///
/// `add`, `change` and `remove` take constant time; `wait` takes time linear in the number of descriptors.
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
    }

    private var entries: [pollfd] = []
    private var indices: [Int32: Int] = [:]

    mutating func add(_ descriptor: Int32, for interest: Interest) {
        indices[descriptor] = entries.count
        entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    }

    mutating func change(_ descriptor: Int32, to interest: Interest) {
        guard let index = indices[descriptor] else { return }
        entries[index].events = interest.rawValue
    }

    mutating func remove(_ descriptor: Int32) {
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
        let ready = poll(&entries, nfds_t(entries.count), milliseconds)
        guard ready > 0 else { return [] }
        var events: [Event] = []
        events.reserveCapacity(Int(ready))
        for entry in entries where entry.revents != 0 {
            let gone = entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
            events.append(
                Event(
                    descriptor: entry.fd,
                    readable: gone || entry.revents & Int16(POLLIN) != 0,
                    writable: gone || entry.revents & Int16(POLLOUT) != 0))
        }
        return events
    }
}

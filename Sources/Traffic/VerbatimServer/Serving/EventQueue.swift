import Foundation

/// The descriptors a loop watches, over poll(2), which every platform has.
///
/// Adding, changing and removing take constant time; waiting takes time linear in the number of descriptors.
/// Another mechanism (epoll, kqueue) would stand behind the same four functions.
struct EventQueue {
    /// What a descriptor is watched for.
    struct Interest: OptionSet {
        let rawValue: Int16
        static let reading = Interest(rawValue: Int16(POLLIN))
        static let writing = Interest(rawValue: Int16(POLLOUT))
    }

    /// A descriptor that is ready, or whose peer has gone; then both reading and writing tell how.
    struct Event {
        let descriptor: Int32
        let readable: Bool
        let writable: Bool
    }

    private var entries: [pollfd] = []
    private var locations: [Int32: Int] = [:]

    mutating func add(_ descriptor: Int32, for interest: Interest) {
        locations[descriptor] = entries.count
        entries.append(pollfd(fd: descriptor, events: interest.rawValue, revents: 0))
    }

    mutating func change(_ descriptor: Int32, to interest: Interest) {
        guard let location = locations[descriptor] else { return }
        entries[location].events = interest.rawValue
    }

    mutating func remove(_ descriptor: Int32) {
        guard let location = locations.removeValue(forKey: descriptor), let last = entries.popLast() else {
            return
        }
        guard last.fd != descriptor else { return }
        entries[location] = last
        locations[last.fd] = location
    }

    /// Waits until something is ready or the time is over.
    ///
    /// - Parameter milliseconds: The longest wait; -1 waits for ever.
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

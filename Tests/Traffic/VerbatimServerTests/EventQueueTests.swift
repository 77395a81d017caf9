import Foundation
import Testing

@testable import VerbatimServer

/// The queue of an event loop, by epoll(7) where there is one, and by poll(2).
@Suite struct EventQueueTests {
    /// A queue that watches one end of a connection for what can be read. All are closed after the work.
    private func withQueue(
        usesPoll: Bool, _ work: (_ queue: inout EventQueue, _ near: Int32, _ far: Int32) throws -> Void
    ) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Socket.streamType, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        var queue = EventQueue(usesPoll: usesPoll)
        defer { queue.close() }
        queue.add(ends[0], for: .reading)
        try work(&queue, ends[0], ends[1])
    }

    private func text(_ events: [EventQueue.Event]) -> [String] {
        events.map { "\($0.descriptor)\($0.readable ? " readable" : "")\($0.writable ? " writable" : "")" }
    }

    @Test(arguments: [false, true])
    func `a descriptor is reported for what it is watched for`(usesPoll: Bool) throws {
        try withQueue(usesPoll: usesPoll) { queue, near, far in
            #expect(text(queue.wait(milliseconds: 0)) == [])
            queue.change(near, to: .writing)
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near) writable"])
            #expect(write(far, "a", 1) == 1)
            queue.change(near, to: [.reading, .writing])
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near) readable writable"])
            queue.remove(near)
            #expect(text(queue.wait(milliseconds: 0)) == [])
            queue.add(near, for: .reading)
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near) readable"])
        }
    }

    @Test(arguments: [false, true])
    func `a descriptor whose peer is gone is readable and writable`(usesPoll: Bool) throws {
        try withQueue(usesPoll: usesPoll) { queue, near, far in
            shutdown(far, Int32(SHUT_RDWR))
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near) readable writable"])
        }
    }
}

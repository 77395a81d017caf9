import Foundation
import Testing

@testable import VerbatimServer

/// The queue of an event loop.
@Suite struct EventQueueTests {
    /// A queue that watches one end of a connection for what can be read. All are closed after the work.
    private func withQueue(_ work: (_ queue: EventQueue, _ near: Int32, _ far: Int32) throws -> Void) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Socket.streamType, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let queue = try EventQueue()
        queue.watch(ends[0], for: .reading)
        try work(queue, ends[0], ends[1])
    }

    private func text(_ events: [EventQueue.Event]) -> [String] {
        events.map { "\($0.descriptor)\($0.isReadable ? " readable" : "")" }
    }

    @Test func `a descriptor is reported for what it is watched for`() throws {
        try withQueue { queue, near, far in
            #expect(text(queue.wait(milliseconds: 0)) == [])
            queue.watch(near, for: .writing, insteadOf: .reading)
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near)"])
            #expect(write(far, "a", 1) == 1)
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near)"])
            queue.watch(near, for: [], insteadOf: .writing)
            #expect(text(queue.wait(milliseconds: 0)) == [])
            queue.watch(near, for: .reading)
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near) readable"])
        }
    }

    @Test func `a descriptor whose peer is gone is readable`() throws {
        try withQueue { queue, near, far in
            shutdown(far, Int32(SHUT_RDWR))
            #expect(text(queue.wait(milliseconds: -1)) == ["\(near) readable"])
        }
    }
}

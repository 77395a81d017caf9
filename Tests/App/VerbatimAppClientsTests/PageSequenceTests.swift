import Foundation
import Synchronization
import Testing

@testable import VerbatimAppClients

@Suite struct PageSequenceTests {
    private struct Broken: Error, Equatable {}

    @Test(arguments: [[[1, 2], [3]], [[1, 2], [], [3]], [[]], []])
    func `reads all items of given pages`(pages: [[Int]]) async throws {
        let sequence = PageSequence<Int, Never>(pages)
        var read: [Int] = []
        for await item in sequence.items { read.append(item) }
        #expect(read == pages.flatMap(\.self))
        var totals: Set<Int?> = []
        for await page in sequence { totals.insert(page.total) }
        #expect(totals == [read.count])
    }

    @Test func `loads a page only when it is needed`() async throws {
        let loaded = Mutex<[Int]>([])
        let sequence = PageSequence<Int, Never>(startingAt: 1) { number in
            loaded.withLock { $0.append(number) }
            return ListPage([number * 10, number * 10 + 1], next: number + 1)
        }
        var iterator = sequence.items.makeAsyncIterator()
        #expect(await iterator.next() == 10)
        #expect(await iterator.next() == 11)
        #expect(loaded.withLock(\.self) == [1])
        #expect(await iterator.next() == 20)
        #expect(loaded.withLock(\.self) == [1, 2])
    }

    @Test func `loads the same page again after an error`() async throws {
        let attempts = Mutex(0)
        let sequence = PageSequence<Int, Broken>(startingAt: 0) { position throws(Broken) in
            let attempt = attempts.withLock { count in
                count += 1
                return count
            }
            guard attempt != 2 else { throw Broken() }
            return ListPage([position], next: position == 0 ? 5 : nil)
        }
        var iterator = sequence.makeAsyncIterator()
        #expect(try await iterator.next()?.items == [0])
        let error = await #expect(throws: Broken.self) { try await iterator.next() }
        #expect(error == Broken())
        #expect(try await iterator.next()?.items == [5])
        #expect(try await iterator.next() == nil)
    }

    @Test(arguments: [3, 2, 0])
    func `ends if the next page does not follow`(next: Int) async throws {
        let sequence = PageSequence<Int, Never>(startingAt: 3) { _ in ListPage([1], next: next) }
        var count = 0
        for await _ in sequence { count += 1 }
        #expect(count == 1)
    }
}

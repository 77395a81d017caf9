import Foundation
import Synchronization
import Testing
import VerbatimAPI
import VerbatimJSON

@testable import VerbatimCommands

/// Work on items whose results are joined.
@Suite struct SharedWorkTests {
    /// Squares numbers, and counts how often.
    private final class Squares: Sendable {
        let performed = Mutex<[Int]>([])

        func work(on items: [Int], version: String) -> SharedWork<Int, Int> {
            var work = SharedWork<Int, Int>(items: items) {
                "number \($0)"
            } digest: {
                $0 == 3 ? version : ""
            } perform: { [self] number in
                performed.withLock { $0.append(number) }
                return number * number
            }
            work.isKept = { $0 != 4 }
            return work
        }

        func results(_ version: String, in context: CommandContext) async throws -> [Int] {
            var results: [Int] = []
            try await work(on: [5, 2, 3], version: version).results(in: context) { results.append($0) }
            return results
        }
    }

    @Test func `results have the order of the items, however many there are`() async throws {
        let numbers = Array(0..<1_000).reversed().map(\.self)
        var results: [Int] = []
        let context = CommandContext(apis: [])
        try await Squares().work(on: numbers, version: "").results(in: context) { results.append($0) }
        #expect(results == numbers.map { $0 * $0 })
    }

    @Test func `work is done again only for what has changed or is not kept`() async throws {
        let squares = Squares()
        var context = CommandContext(apis: [])
        context.cache = ResultCache()
        #expect(try await squares.results("a", in: context) == [25, 4, 9])
        context.keepsResults = false
        #expect(try await squares.results("b", in: context) == [25, 4, 9])
        context.keepsResults = true
        #expect(try await squares.results("b", in: context) == [25, 4, 9])
        #expect(try await squares.results("a", in: context) == [25, 4, 9])
        // 4 is not kept, nor is what the second run found.
        #expect(squares.performed.withLock { $0.sorted() } == [2, 2, 2, 2, 3, 3, 3, 5])
    }

    @Test func `the first error in the order of the items is thrown`() async throws {
        struct Failure: Error, Equatable { let number: Int }
        var added: [Int] = []
        let error = await #expect(throws: Failure.self) {
            try await Array(0..<100).concurrently { (number: Int) throws -> Int in
                if number % 10 == 7 { throw Failure(number: number) }
                return number
            } _: {
                added.append($0)
            }
        }
        #expect(error == Failure(number: 7))
        #expect(added == Array(0..<7))
    }
}

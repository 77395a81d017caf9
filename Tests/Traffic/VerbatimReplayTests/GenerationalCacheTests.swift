import Testing

@testable import VerbatimReplay

@Suite struct GenerationalCacheTests {
    private final class Box: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private func text(_ key: Int, in cache: GenerationalCache) -> String? {
        (cache.object(for: key) as? Box)?.text
    }

    @Test func `returns the object that was inserted last for a key`() {
        let cache = GenerationalCache(limit: 4)
        cache.insert(Box("old"), for: 1)
        cache.insert(Box("new"), for: 1)
        #expect(text(1, in: cache) == "new")
        #expect(text(2, in: cache) == nil)
    }

    @Test func `keeps objects in use and evicts others`() {
        let cache = GenerationalCache(limit: 4)
        cache.insert(Box("used"), for: 0)
        cache.insert(Box("unused"), for: 1)
        for key in 2..<100 {
            cache.insert(Box("other"), for: key)
            #expect(text(0, in: cache) == "used")
        }
        #expect(text(1, in: cache) == nil)
        #expect((0..<100).count { cache.object(for: $0) != nil } <= 8)
    }

    @Test func `limits the total cost`() {
        let cache = GenerationalCache(limit: 10)
        cache.insert(Box("too expensive"), for: 0, cost: 11)
        cache.insert(Box("expensive"), for: 1, cost: 10)
        cache.insert(Box("cheap"), for: 2, cost: 1)
        cache.insert(Box("expensive"), for: 3, cost: 10)
        #expect((0..<4).map { text($0, in: cache) } == [nil, nil, "cheap", "expensive"])
    }

    @Test func `subtracts the cost of an object that is replaced`() {
        let cache = GenerationalCache(limit: 10)
        cache.insert(Box("first"), for: 1, cost: 4)
        for turn in 0..<100 { cache.insert(Box("\(turn)"), for: 2, cost: 6) }
        #expect(text(1, in: cache) == "first")
    }
}

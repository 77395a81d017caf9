import Testing

@testable import VerbatimReplay

@Suite struct `objects asked for lately` {
    private final class Box: Sendable {
        let text: String

        init(_ text: String) {
            self.text = text
        }
    }

    private func text(_ number: Int, of recent: GenerationalCache) -> String? {
        (recent.object(for: number) as? Box)?.text
    }

    @Test func `are found, the last kept of each number`() {
        let recent = GenerationalCache(limit: 4)
        recent.insert(Box("old"), for: 1)
        recent.insert(Box("new"), for: 1)
        #expect(text(1, of: recent) == "new")
        #expect(text(2, of: recent) == nil)
    }

    @Test func `stay as long as they are asked for, and go when others take their room`() {
        let recent = GenerationalCache(limit: 4)
        recent.insert(Box("wanted"), for: 0)
        recent.insert(Box("unwanted"), for: 1)
        for number in 2..<100 {
            recent.insert(Box("other"), for: number)
            #expect(text(0, of: recent) == "wanted")
        }
        #expect(text(1, of: recent) == nil)
        #expect((0..<100).count { recent.object(for: $0) != nil } <= 8)
    }

    @Test func `count by their weight`() {
        let recent = GenerationalCache(limit: 10)
        recent.insert(Box("too heavy"), for: 0, cost: 11)
        recent.insert(Box("heavy"), for: 1, cost: 10)
        recent.insert(Box("light"), for: 2, cost: 1)
        recent.insert(Box("heavy"), for: 3, cost: 10)
        #expect((0..<4).map { text($0, of: recent) } == [nil, nil, "light", "heavy"])
    }

    @Test func `weigh nothing any more once another took their location`() {
        let recent = GenerationalCache(limit: 10)
        recent.insert(Box("first"), for: 1, cost: 4)
        for turn in 0..<100 { recent.insert(Box("\(turn)"), for: 2, cost: 6) }
        #expect(text(1, of: recent) == "first")
    }
}

import Testing

@testable import VerbatimDiff

struct RuleTableTests {
    @Test func `every rule has an id of its own, in kebab case`() {
        let ids = ChangeRule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(id)")
        }
    }

    @Test func `every rule has a mirror, or a reason to have none`() {
        for rule in ChangeRule.all {
            switch rule.mirror {
            case .rule(let id): #expect(ChangeRule.named(id) != nil, "\(rule.id) has no mirror \(id)")
            case .waived(let reason): #expect(reason.count > 10)
            }
            #expect(rule.tolerated <= rule.severity)
            #expect(!rule.words.isEmpty && !rule.reason.isEmpty)
        }
    }

    @Test func `a mirror goes the other way`() throws {
        for rule in ChangeRule.all {
            guard case .rule(let id) = rule.mirror else { continue }
            let mirror = try #require(ChangeRule.named(id))
            #expect(mirror.direction == rule.direction.reversed, "\(rule.id) and \(id)")
        }
    }
}

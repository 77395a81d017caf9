import Foundation
import Testing
import VerbatimContract
import VerbatimTestSupport

@testable import VerbatimDiff

@Suite struct ChangeRuleTests {
    @Test func `every rule has an id of its own, in kebab case`() {
        let ids = ChangeRule.all.map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(id)") }
        for id in ids { #expect(ChangeRule.exists(id)) }
        #expect(!ChangeRule.exists("response-property-became-purple"))
    }

    @Test func `every kind is listed once, with a subject`() {
        let kinds = ChangeKind.all
        #expect(Set(kinds).count == kinds.count)
        for kind in kinds { #expect(!kind.subjects.isEmpty, "\(kind)") }
        #expect(Set(ChangeRule.all.map(\.subject)) == Set(ChangeSubject.allCases))
    }

    @Test func `every row of the sources is listed`() throws {
        let folder = PackageFolder.url("Sources/Contract/VerbatimDiff/Rules")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let names = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8)
                .matches(of: /static let \w+: ChangeKind = \.init\(\s*"([a-z-]+)"/).map { String($0.1) }
        }
        #expect(names.count > 70)
        #expect(Set(names).subtracting(ChangeKind.all.map(\.name)) == [])
    }

    @Test func `every rule has a summary and a reason, and models only make it milder`() {
        for rule in ChangeRule.all {
            #expect(rule.tolerated <= rule.severity, "\(rule.id)")
            #expect(!rule.summary.isEmpty && rule.reason.count > 5, "\(rule.id)")
        }
    }

    @Test func `a mirror has the opposite direction`() {
        for rule in ChangeRule.all {
            guard let mirror = rule.mirror else { continue }
            #expect(mirror.direction == rule.direction?.reversed, "\(rule.id) and \(mirror.id)")
        }
    }

    @Test func `only these rules have no mirror`() {
        #expect(
            ChangeRule.all.filter { $0.mirror == nil }.map(\.id) == [
                "request-body-added", "request-required-parameter-added", "request-optional-parameter-added",
                "request-body-removed", "request-parameter-removed", "contract-unhandled",
                "response-body-unhandled", "response-property-unhandled", "response-header-unhandled",
                "request-parameter-unhandled", "request-body-unhandled", "request-property-unhandled",
            ])
    }

    @Test(arguments: [
        (ChangeRule(.becameNullable, .responseProperty), "response-property-became-nullable"),
        (
            ChangeRule(.limit(.max, isExclusive: true, .increased), .responseBody),
            "response-body-exclusive-max-increased"
        ),
        (ChangeRule(.removed, .requiredProperty), "response-required-property-removed"),
        (
            ChangeRule(.subschema(.propertyNames, .changed), .responseBody),
            "response-body-property-names-changed"
        ),
    ]) func `the id is the subject and the kind`(rule: ChangeRule, id: String) {
        #expect(rule.id == id)
    }
}

import Foundation
import Testing
import VerbatimContract

@testable import VerbatimDiff

/// The cases in `Golden`, one file each; `VERBATIM_GOLDEN=record` writes the changes there are now into them.
@Suite struct GoldenTests {
    @Test(arguments: try GoldenCase.all()) func `reports the changes of the file, there and back`(
        golden: GoldenCase
    ) throws {
        if ProcessInfo.processInfo.environment["VERBATIM_GOLDEN"] == "record" { return try golden.record() }
        #expect(try golden.changes(from: golden.old, to: golden.new) == golden.forth)
        #expect(try golden.changes(from: golden.new, to: golden.old) == golden.back)
    }

    @Test func `every rule has a case, and every id is that of a rule`() throws {
        let reported = Set(try GoldenCase.all().flatMap { $0.forth + $0.back }.map(Self.id))
        let ids = Set(ChangeRule.all.map(\.id))
        #expect(ids.subtracting(reported).sorted() == [])
        #expect(reported.subtracting(ids).sorted() == [])
    }

    @Test func `a mirror rule reports the change back`() throws {
        for golden in try GoldenCase.all() where golden.forth.count == 1 && golden.back.count == 1 {
            let (forth, back) = (try rule(golden.forth[0]), try rule(golden.back[0]))
            guard let mirror = forth.mirror, let mirrorBack = back.mirror else { continue }
            #expect(mirror == back || mirrorBack == forth, "\(forth.id) and \(back.id)")
        }
    }

    private func rule(_ line: String) throws -> ChangeRule {
        try #require(ChangeRule.all.first { $0.id == Self.id(line) }, "\(line)")
    }

    /// The id in a line: a severity, an id, a colon.
    private static func id(_ line: String) -> String {
        line.split(separator: " ").dropFirst().first.map { String($0.dropLast()) } ?? ""
    }
}

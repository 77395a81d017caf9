import Testing
import VerbatimContract
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimReports

/// The identity of a finding from one run to the next.
@Suite struct FingerprintTests {
    private static func finding(_ change: (inout Finding) -> Void = { _ in }) -> Finding {
        var finding = Finding(
            .responsePropertyType,
            about: .init(
                api: "books", operation: "volumes.list", exchange: "GET /volumes -> 200", status: 200,
                pointer: "/items/3/pageCount",
                contractPointer: "/components/schemas/Volume/properties/pageCount/type"),
            .expected("integer", found: "the string \"312\""),
            at: SourceLocation(file: "1.json", line: 88, column: 21),
            contract: SourceLocation(file: "books.json", line: 141, column: 15), next: "")
        change(&finding)
        return finding
    }

    @Test func `the fingerprint is the same in every process and version`() {
        // A baseline in a repository has such fingerprints: they must never change.
        #expect(Self.finding().fingerprint == "096423abe525fc57")
    }

    @Test func `it has neither lines, values, indices nor severities`() {
        let moved = Self.finding {
            $0.location = SourceLocation(file: "2.json", line: 1)
            $0.contractLocation = nil
            $0.subject.pointer = "/items/17/pageCount"
            $0.sides = .expected("integer", found: "null")
            $0.severity = .info
            $0.subject.exchange = "GET /volumes -> 203"
            $0.subject.status = 203
        }
        #expect(moved.fingerprint == Self.finding().fingerprint)
    }

    @Test(
        arguments: [
            { $0.rule = .responsePropertyRange }, { $0.subject.api = "films" }, { $0.subject.api = nil },
            { $0.subject.operation = "volumes.get" }, { $0.subject.model = "Volume" },
            { $0.subject.pointer = "/items/3/id" },
            { ($0.subject.pointer, $0.subject.part) = (nil, "header 'Date'") },
        ] as [@Sendable (inout Finding) -> Void])
    func `another problem has another fingerprint`(change: @Sendable (inout Finding) -> Void) {
        #expect(Self.finding(change).fingerprint != Self.finding().fingerprint)
    }

    @Test(arguments: ["007", "-1", "+5"])
    func `a number that is no index of an array is a name`(name: String) {
        let one = Self.finding { $0.subject.pointer = JSONPointer(["items", name]) }
        let other = Self.finding { $0.subject.pointer = "/items/3" }
        #expect(one.fingerprint != other.fingerprint)
    }

    @Test func `texts do not run together`() {
        let one = Self.finding { ($0.subject.api, $0.subject.operation) = ("ab", "c") }
        let other = Self.finding { ($0.subject.api, $0.subject.operation) = ("a", "bc") }
        #expect(one.fingerprint != other.fingerprint)
    }
}

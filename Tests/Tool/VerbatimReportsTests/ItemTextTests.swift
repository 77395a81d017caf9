import Testing
import VerbatimContract
import VerbatimTestSupport

@testable import VerbatimReports

@Suite struct ItemTextTests {
    private static let pageCount = Finding(
        .responsePropertyType,
        about: .init(
            api: "google-books", operation: "volumes.list", exchange: "GET /books/v1/volumes -> 200",
            pointer: "/items/3/volumeInfo/pageCount",
            contractPointer: "/components/schemas/VolumeInfo/properties/pageCount/type"),
        .expected("integer", found: "the string \"312\""),
        at: SourceLocation(file: "Recordings/google-books/volume-by-isbn/1.json", line: 88, column: 21),
        contract: SourceLocation(file: "Contracts/google-books.json", line: 141, column: 15),
        next:
            "if the API changed for good, run `verbatim infer google-books` and review the change to the contract"
    )

    private static func varied(_ change: (inout Finding) -> Void) -> Finding {
        var finding = pageCount
        change(&finding)
        return finding
    }

    @Test func `a finding has its problem, its locations and the next step`() {
        #expect(
            ItemText().text(ofEntry: [Self.pageCount]) == """
                response-property-type: '/items/3/volumeInfo/pageCount': expected integer, found the string "312"
                  at Recordings/google-books/volume-by-isbn/1.json:88:21 (GET /books/v1/volumes -> 200), Contracts/google-books.json:141:15
                  next: if the API changed for good, run `verbatim infer google-books` and review the change to the contract
                """)
    }

    @Test func `a finding about no value is named by its subject`() {
        let finding = Self.varied {
            $0.subject.part = "header 'Date'"
            $0.subject.pointer = nil
            $0.sides = .found("missing required header")
        }
        #expect(
            ItemText().text(ofEntry: [finding]).hasPrefix(
                "response-property-type: header 'Date': missing required header\n"))
    }

    @Test func `unknown locations are omitted`() {
        let live = Self.varied { $0.location = nil }
        #expect(
            ItemText().text(ofEntry: [live]).split(separator: "\n")[1]
                == "  at GET /books/v1/volumes -> 200, Contracts/google-books.json:141:15")
        let bare = Self.varied { ($0.location, $0.subject.exchange, $0.contractLocation) = (nil, nil, nil) }
        #expect(ItemText().text(ofEntry: [bare]).split(separator: "\n").count == 2)
    }

    @Test func `the rule is colored only on request`() {
        #expect(!ItemText().text(ofEntry: [Self.pageCount]).contains("\u{1b}"))
        #expect(
            ItemText(colored: true).text(ofEntry: [Self.pageCount]).hasPrefix(
                "\u{1b}[31mresponse-property-type\u{1b}[0m: '/items"))
    }

    @Test func `similar findings are one entry`() {
        let findings = [
            Self.pageCount,
            Self.varied { $0.subject.pointer = "/items/4/volumeInfo/pageCount" },
            Self.varied { $0.rule = .responsePropertyRange },
            Self.varied { $0.subject.pointer = "/items/17/volumeInfo/pageCount" },
        ]
        let text = ItemText().text(of: findings)
        #expect(text.split(separator: "\n").count == 7)
        #expect(text.contains("  and 2 more like it\n"))
    }
}

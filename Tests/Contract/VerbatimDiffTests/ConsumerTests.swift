import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels
import VerbatimReports
import VerbatimTestSupport

@testable import VerbatimDiff

/// The consequences of changes for an app with models and recordings.
@Suite struct ConsumerTests {
    private struct Shelf: Decodable {
        let items: [Book]
    }

    private struct Book: Decodable {
        let id: Int
        let title: String
        let pages: Int?
        let link: URL?
        let binding: Binding?
    }

    private enum Binding: String, Decodable {
        case paper, hard
    }

    private static let book: JSONValue = [
        "type": "object", "required": ["id", "title"],
        "properties": [
            "id": ["type": "integer"], "title": ["type": "string"], "pages": ["type": "integer"],
            "link": ["type": "string", "format": "uri"], "binding": ["enum": ["paper", "hard"]],
            "weight": ["type": "integer"],
        ],
    ]

    /// A change of the schema of a book, and its severity for the app.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let patch: JSONValue
        let changes: [String]

        init(_ name: String, _ patch: JSONValue, _ changes: String...) {
            testDescription = name
            self.patch = patch
            self.changes = changes
        }
    }

    static let cases = [
        Case(
            "null for a property that is not optional",
            ["properties": ["id": ["type": ["integer", "null"]]]],
            "breaking response-property-became-nullable: Book.id expects Int, but it is null"),
        Case(
            "null for a property that is optional", ["properties": ["pages": ["type": ["integer", "null"]]]],
            "warning response-property-became-nullable"),
        Case(
            "another type under an optional property",
            ["properties": ["pages": ["type": ["integer", "string"]]]],
            "breaking response-property-list-of-types-widened: Book.pages expects Int, but it is the string \"a\""
        ),
        Case(
            "a fraction", ["properties": ["pages": ["type": "number"]]],
            "breaking response-property-type-generalized: Book.pages expects Int, but it is the number 0.5"),
        Case(
            "another type that no model reads", ["properties": ["weight": ["type": "string"]]],
            "warning response-property-type-changed"),
        Case(
            "a new case of a closed enumeration",
            ["properties": ["binding": ["enum": ["paper", "hard", "audio"]]]],
            "breaking response-property-enum-value-added: Book.binding expects Binding, but it is the string \"audio\""
        ),
        Case(
            "no format, for a URL", ["properties": ["link": ["format": nil]]],
            "breaking response-property-format-removed: Book.link expects URL, but it is the string \"\": Invalid URL string."
        ),
        Case(
            "a required property that may be missing", ["required": ["id"]],
            "breaking response-property-became-optional: Book.title expects String, but it is missing"),
        Case(
            "a property that a model reads is removed", ["properties": ["pages": nil]],
            "breaking response-optional-property-removed: Book.pages reads it"),
        Case(
            "a property that no model reads is removed", ["properties": ["weight": nil]],
            "info response-optional-property-removed"),
        Case(
            "a property that no model reads is added", ["properties": ["colour": ["type": "string"]]],
            "info response-optional-property-added"),
        Case(
            "fewer values are allowed", ["properties": ["title": ["minLength": 1]]],
            "info response-property-min-length-set"),
    ]

    @Test(arguments: cases) func `the model decides how bad a change is`(_ example: Case) throws {
        let changes = try changes(Self.book.merging(example.patch)).map { change in
            let affected = change.affected.map { ": " + $0.reason.replacing("ConsumerTests.", with: "") }
            return "\(change.severity.rawValue) \(change.rule.id)\(affected.joined())"
        }
        #expect(changes == example.changes)
    }

    @Test func `a model may already read the name of a new property and want another type`() throws {
        let old = Self.book.merging(["properties": ["pages": nil]])
        let change = try #require(
            try changes(Self.book.merging(["properties": ["pages": ["type": "string"]]]), from: old).first)
        #expect(change.rule.id == "response-optional-property-added")
        #expect(change.severity == .breaking)
        #expect(
            change.affected.first?.reason.hasSuffix("pages expects Int, but it is the string \"a\"") == true)
    }

    @Test func `a recording with a newly allowed value is the evidence`() throws {
        let body = """
            {"items": [
              {"id": 1, "title": "Emma"},
              {"id": 2, "title": "Persuasion", "pages": null}
            ]}
            """
        let changed = Self.book.merging(["properties": ["pages": ["type": ["integer", "null"]]]])
        let change = try #require(try changes(changed, recorded: [#"{"items": []}"#, body]).first)
        let location = SourceLocation(file: "Recordings/shelf/all/2.json", line: 3, column: 45)
        #expect(change.evidence == .recorded(location, pointer: "/items/1/pages", value: "null"))
        #expect(change.severity == .warning)
        #expect(
            ItemText().text(ofEntry: [change]).split(separator: "\n").dropFirst(2).joined(
                separator: "\n") == """
                      evidence: Recordings/shelf/all/2.json:3:45 is null
                      next: change the app, or accept it with a reason in Contracts/overrides.json
                    """)
    }

    @Test func `a recorded body that the model does not decode is breaking, whatever the rule says`() throws {
        let changed = Self.book.merging(["required": ["id"]])
        let change = try #require(try changes(changed, recorded: [#"{"items": [{"id": 1}]}"#]).first)
        #expect(change.severity == .breaking)
        guard case .recorded(_, "/items/0", "missing") = change.evidence else {
            Issue.record("\(change.evidence)")
            return
        }
    }

    @Test func `a recorded body that breaks the app twice breaks each change's own property`() throws {
        let changed = Self.book.merging([
            "properties": ["pages": ["type": ["integer", "string"]], "id": ["type": ["integer", "string"]]]
        ])
        let body = #"{"items": [{"id": "1", "title": "Emma", "pages": "474"}]}"#
        let changes = try changes(changed, recorded: [body])
        #expect(
            changes.map { "\($0.pointer ?? .root): \($0.affected.map(\.name))" } == [
                #"/items/*/id: ["ConsumerTests.Book.id"]"#, #"/items/*/pages: ["ConsumerTests.Book.pages"]"#,
            ])
    }

    @Test func `a change that the app tolerates stays a warning beside one that breaks it`() throws {
        let changed = Self.book.merging([
            "properties": ["pages": ["type": ["integer", "null"]], "id": ["type": ["integer", "string"]]]
        ])
        let body = #"{"items": [{"id": "1", "title": "Emma", "pages": null}]}"#
        let changes = try changes(changed, recorded: [body])
        #expect(
            changes.map { "\($0.pointer ?? .root): \($0.severity)" } == [
                "/items/*/id: breaking", "/items/*/pages: warning",
            ])
    }

    /// Keeps the books that can be decoded.
    private struct LossyShelf: Decodable {
        private struct Attempt: Decodable {
            let book: Book?

            init(from decoder: any Decoder) throws {
                book = try? decoder.singleValueContainer().decode(Book.self)
            }
        }

        private enum CodingKeys: CodingKey {
            case items
        }

        let items: [Book]

        init(from decoder: any Decoder) throws {
            items = try decoder.container(keyedBy: CodingKeys.self)
                .decode([Attempt].self, forKey: .items).compactMap(\.book)
        }
    }

    @Test func `a value that a model leaves out of a list breaks the model`() throws {
        let changed = Self.book.merging(["properties": ["pages": ["type": ["integer", "string"]]]])
        let body = #"{"items": [{"id": 1, "title": "Emma", "pages": 7}, {"id": 2, "title": "Persuasion"}]}"#
        let change = try #require(
            try changes(
                changed, recorded: [body],
                model: ModelBinding("shelf", LossyShelf.self) { JSONDecoder() }
            ).first)
        #expect(change.severity == .breaking)
        #expect(
            change.affected.first?.reason.contains("Book.pages expects Int, but it is the string") == true)
    }

    private func changes(
        _ book: JSONValue, from old: JSONValue = Self.book, recorded bodies: [String] = [],
        model: ModelBinding = ModelBinding("shelf", Shelf.self) { JSONDecoder() }
    ) throws -> [Finding] {
        let consumer = Consumer(
            models: [model],
            interactions: bodies.enumerated().map { Self.interaction($1, entry: $0) })
        return ContractComparison(try Self.contract(old), try Self.contract(book), for: consumer).changes()
    }

    private static func contract(_ book: JSONValue) throws -> Contract {
        let document: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "Shelf", "version": "1"],
            "servers": [["url": "https://api.test"]],
            "paths": [
                "/shelf": [
                    "get": [
                        "operationId": "shelf",
                        "responses": [
                            "200": [
                                "description": "books",
                                "content": [
                                    "application/json": [
                                        "schema": [
                                            "type": "object", "required": ["items"],
                                            "properties": ["items": ["type": "array", "items": book]],
                                        ]
                                    ]
                                ],
                            ]
                        ],
                    ]
                ]
            ],
        ]
        return try Contract(parsing: Data(document.text(.compact).utf8), file: "Contracts/shelf.json")
    }

    private static func interaction(_ body: String, entry: Int) -> Interaction {
        Interaction(
            HTTPRequest("GET", "https://api.test/shelf"),
            .response(
                HTTPResponse(
                    200, headers: ["Content-Type": "application/json"], body: .data(Data(body.utf8)))),
            location: .init(
                archive: "Recordings/shelf/all.har", entry: entry, line: 3,
                body: "Recordings/shelf/all/\(entry + 1).json"))
    }
}

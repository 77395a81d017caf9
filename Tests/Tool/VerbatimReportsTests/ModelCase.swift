import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimModels

struct Titled: Decodable, Sendable { let title: String }
struct MaybeTitled: Decodable, Sendable { let title: String? }
struct Sized: Decodable, Sendable { let size: Size? }
enum Size: String, Decodable, Sendable { case small, large }
struct Linked: Decodable, Sendable { let link: URL }
struct Counted: Decodable, Sendable { let count: Int }
struct Levelled: Decodable, Sendable { let levels: [Int8] }
struct Dated: Decodable, Sendable { let taken: Date }

/// A contract, recorded bodies and a model, with the expected findings.
struct ModelCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The schema of the body, without its braces.
    let schema: String
    let bodies: [String]
    let model: ModelBinding
    let expected: String

    static let titled = #"{"title": "a"}"#
    static let nothing = #""description": "anything""#
    static let optional = #""properties": {"title": {"type": "string"}}"#
    static let required = #""required": ["title"], "# + optional

    static func binding<Model: Decodable & Sendable>(_ type: Model.Type) -> ModelBinding {
        ModelBinding("photos.get", type) {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return decoder
        }
    }

    private static let sources = """
        struct Titled { let title: String }
        struct MaybeTitled { let title: String? }
        struct Sized { let size: Size? }
        struct Linked { let link: URL }
        struct Counted { let count: Int }
        struct Levelled { let levels: [Int8] }
        struct Dated { let taken: Date }
        """

    func report() throws -> ModelsReport {
        let contract = try Contract(
            parsing: Data(
                """
                {"openapi": "3.1.0", "info": {"title": "photos", "version": "1"},
                 "servers": [{"url": "https://photos.test"}], "paths": {"/photo": {"get": {
                  "operationId": "photos.get", "responses": {"200": {"description": "a photo", "content": {
                   "application/json": {"schema":
                    {\(schema)}}}}}}}}}
                """.utf8), file: "Contracts/photos.json")
        let operation = try #require(contract.operations.first)
        var audit = ModelAudit()
        for (entry, body) in bodies.enumerated() {
            let interaction = Interaction(
                HTTPRequest("GET", "https://photos.test/photo"),
                .response(
                    HTTPResponse(200, headers: ["Content-Type": "application/json"], body: .text(body))),
                location: .init(
                    archive: "Recordings/photos/get.har", entry: entry, line: 1,
                    body: "Recordings/photos/get/\(entry + 1).json"))
            audit.add(
                model.read(Data(body.utf8)), of: Data(body.utf8), by: model, in: interaction,
                of: operation, in: contract)
        }
        return audit.report(SourceIndex([("Photos.swift", [UInt8](Self.sources.utf8))]))
    }
}

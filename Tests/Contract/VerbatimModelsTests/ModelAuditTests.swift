import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimModels

/// Required properties as recorded objects show them, not only the keywords of a schema.
@Suite struct ModelAuditTests {
    /// Decodes different keys for each kind, as a result of a store search.
    private struct Result: Decodable, Sendable {
        private enum CodingKeys: CodingKey { case kind, trackId, albumId, price, note }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let kind = try container.decode(String.self, forKey: .kind)
            _ = try container.decode(Int.self, forKey: kind == "song" ? .trackId : .albumId)
            _ = try? container.decode(Double.self, forKey: .price)
            _ = try container.decodeIfPresent(String.self, forKey: .note)
        }
    }

    private struct List: Decodable, Sendable { let results: [Result] }

    private static let contract = """
        {"openapi": "3.1.0", "info": {"title": "store", "version": "1"}, "servers": [{"url": "https://store.test"}],
         "paths": {"/search": {"get": {"operationId": "search", "responses": {"200": {"description": "results",
          "content": {"text/javascript": {"schema": {"$ref": "#/components/schemas/List"}}}}}}}},
         "components": {"schemas": {
          "List": {"required": ["results"], "properties": {"results": {
            "type": "array", "minItems": 2, "items": {"oneOf": [
             {"$ref": "#/components/schemas/Song"}, {"$ref": "#/components/schemas/Album"}]}}}},
          "Song": {"required": ["kind", "trackId"],
            "properties": {"kind": {"const": "song"}, "trackId": {"type": "integer"}, "price": {"type": "number"}}},
          "Album": {"required": ["kind"],
            "properties": {"kind": {"const": "album"}, "albumId": {"type": "integer"}, "price": {"type": "number"}}}}}}
        """

    private static func report(_ body: String, contract text: String = contract) throws -> ModelsReport {
        let contract = try Contract(parsing: Data(text.utf8), file: "Contracts/store.json")
        let binding = ModelBinding("search", List.self) { JSONDecoder() }
        var audit = ModelAudit()
        let interaction = Interaction(
            HTTPRequest("GET", "https://store.test/search"),
            .response(HTTPResponse(200, headers: ["Content-Type": "text/javascript"], body: .text(body))))
        audit.add(
            binding.read(Data(body.utf8)), of: Data(body.utf8), by: binding, in: interaction,
            of: try #require(contract.operations.first), in: contract)
        return audit.report(SourceIndex([]))
    }

    private static func line(_ property: ModelsReport.Property) -> String {
        "\(property.name) \(property.agreement.contract) \(property.agreement.traffic) \(property.agreement.model)"
    }

    private static let two = """
        {"results": [{"kind": "song", "trackId": 1, "price": 1.5}, {"kind": "album", "albumId": 2}]}
        """

    @Test func `a branch of a schema requires a property if objects without it are rejected`() throws {
        let read = try Self.report(Self.two).properties.filter { $0.agreement.model != .unread }
        #expect(
            read.map(Self.line) == [
                "results required always required",
                "albumId optional always required",
                "kind required always required",
                "note undocumented never optional",
                // Decoded with `decode`, but the error is caught.
                "price optional sometimes optional",
                "trackId required always required",
            ])
    }

    @Test func `a finding names the operation, the property and both locations`() throws {
        let finding = try #require(
            try Self.report(Self.two).findings.first { $0.rule.id == "model-required-contract-optional" })
        #expect(finding.operation == "search")
        #expect(finding.pointer == "/results/*/albumId")
        #expect(finding.contractPointer == "/components/schemas/Album/properties/albumId")
        #expect(finding.next.contains(#"add "albumId" to 'required' in Contracts/store.json:10:12"#))
    }

    @Test func `a body that the contract rejects is counted, but not changed`() throws {
        let report = try Self.report(#"{"results": [{"kind": "song", "trackId": 1}]}"#)
        #expect(report.properties.contains { $0.name == "trackId" && $0.presentCount == 1 })
        #expect(
            !report.findings.contains { $0.severity >= .warning && $0.rule.id != "model-property-unknown" })
    }
}

import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// The locations of findings, which an editor can open.
@Suite struct FindingLocationTests {
    /// Returns the locations of the findings about an item in a separate file.
    private func locations(of text: String, type: String, layout: BodyLayout? = nil) throws -> [String?] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("1.json")
        try Data(text.utf8).write(to: file)
        let interaction = Interaction(
            HTTPRequest("GET", "https://api.shop.test/v1/items/1"),
            .response(
                HTTPResponse(
                    200, headers: ["Content-Type": type],
                    body: layout.map { .laidOut(file, $0) } ?? .file(file))),
            location: .init(archive: "get.har", entry: 0, line: 7, body: "get/1.json"))
        return try ShopContract.contracts().check(interaction).map { $0.location?.description }
    }

    @Test func `is the line and column in the file of the body`() throws {
        #expect(
            try locations(of: "{\n  \"id\": \"1\",\n  \"name\": \"\"\n}", type: "text/javascript") == [
                "get/1.json:2:9", "get/1.json:3:11",
            ])
    }

    @Test func `is the position in the stored file of a minified body`() throws {
        #expect(
            try locations(of: "{\n  \"id\": \"1\"\n}", type: "text/javascript", layout: .minified) == [
                "get/1.json:2:9"
            ])
    }

    @Test func `is the object that lacks a property`() throws {
        #expect(try locations(of: "\n\n  {}", type: "text/javascript") == ["get/1.json:3:3"])
    }

    @Test func `is the attribute or element in XML`() throws {
        #expect(
            try locations(
                of: "<?xml version='1.0'?>\n<item id='x'>\n  <name></name></item>", type: "text/xml")
                == [
                    "get/1.json:2:7", "get/1.json:3:3",
                ])
    }

    @Test func `is the file if the whole body is invalid`() throws {
        #expect(try locations(of: "<html></html>", type: "text/javascript") == ["get/1.json"])
    }

    @Test func `is the position of a syntax error`() throws {
        #expect(try locations(of: "{\n \"id\": 1,\n}", type: "text/javascript") == ["get/1.json:3:1"])
    }

    @Test func `is the entry if the archive contains the body`() throws {
        let example = CheckCase(item: "", #"{"id":"1"}"#)
        let findings = try ShopContract.contracts().check(example.interaction)
        #expect(findings.map { $0.location?.description } == ["shop.har:7"])
        #expect(findings.map(\.pointer) == ["/id"])
        #expect(findings.map(\.contractPointer) == ["/components/schemas/Item/properties/id/type"])
    }

    @Test func `goes with the value, or with the object that lacks a property`() throws {
        func values(_ body: String) throws -> [Finding.Value?] {
            try ShopContract.contracts().check(CheckCase(item: "", body).interaction).map(\.value)
        }
        #expect(try values(#"{"id":"1"}"#) == [.scalar("1")])
        #expect(try values(#"{"number":1}"#).first == .object(["number"]))
        let long = String(repeating: "1", count: 300)
        #expect(try values(#"{"id":"\#(long)"}"#) == [.text])
    }

    @Test func `is nil for live traffic`() throws {
        var interaction = CheckCase(item: "", #"{"id":"1"}"#).interaction
        interaction.location = nil
        #expect(try ShopContract.contracts().check(interaction).map(\.location) == [nil])
    }
}

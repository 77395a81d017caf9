import Foundation
import Testing
import VerbatimJSON
import VerbatimModels
import VerbatimSchema

@testable import VerbatimCommands

/// Versions of the app that are kept, and the commands that say which of them a cause breaks.
@Suite struct ShippedVersionsTests {
    /// An item as a later version reads it.
    private struct TolerantItem: Decodable, Sendable {
        let id: Int
        let name: String?
    }

    private static let body = "Recordings/shop/items/1.json"
    private static let items = "[{\"id\": 1, \"name\": \"Lamp\"}, {\"id\": 2, \"name\": \"Desk\"}]\n"

    /// Returns a shop whose versions 3.9 and 3.10 need the name of an item, and 3.11 does not.
    private func shop() async throws -> CommandLineHarness {
        let later = try CommandLineHarness.shop(ModelBinding("items.list", [TolerantItem].self))
        try later.write(Self.items, to: Self.body)
        #expect(await later.run("models", "--save", "3.11").code == .holds)
        let shop = try CommandLineHarness.shop()
        try shop.write(Self.items, to: Self.body)
        for version in ["3.9", "3.10"] {
            let run = await shop.run("models", "--save", version)
            #expect(run.code == .holds, "\(run.error)")
            #expect(run.error == "wrote Contracts/Versions/\(version).json: 2 properties\n")
        }
        try shop.write(
            try later.text("Contracts/Versions/3.11.json"), to: "Contracts/Versions/3.11.json")
        return shop
    }

    @Test func `a version is a small file`() async throws {
        let shop = try await shop()
        #expect(
            try shop.text("Contracts/Versions/3.10.json") == """
                {
                  "version": 2,
                  "apis": [
                    {
                      "api": "shop",
                      "operations": [
                        {
                          "operation": "items.list",
                          "statuses": "200-299",
                          "properties": [
                            {"pattern": "/*/id", "type": "Int", "required": true, "model": "ShopItem", "accepts": ["integer"]},
                            {"pattern": "/*/name", "type": "String", "required": true, "model": "ShopItem", "accepts": ["string"]}
                          ]
                        }
                      ]
                    }
                  ]
                }

                """)
    }

    @Test func `a check says which versions a cause breaks`() async throws {
        let shop = try await shop()
        try shop.write(Self.items.replacing("\"Desk\"", with: "null"), to: Self.body)
        let null = await shop.run("check")
        #expect(null.code == .broken)
        #expect(null.out.contains("\n  = breaks 3.9 and 3.10, not 3.11\n"), "\(null.out)")
        try shop.write(Self.items.replacing("\"Desk\"", with: "7"), to: Self.body)
        let number = await shop.run("check")
        #expect(number.out.contains("\n  = breaks 3.9 to 3.11\n"), "\(number.out)")
        let report = try JSON(parsing: await shop.run("check", "--format", "json").out)
        #expect(
            report["causes"][0]["versions"]["broken"].elements.compactMap(\.string) == [
                "3.9", "3.10", "3.11",
            ])
        #expect(try ReportOutputTests.schema.get().validate(report).isEmpty)
        let markdown = await shop.run("check", "--format", "markdown")
        #expect(
            markdown.out.contains("<b>Versions</b> breaks <code>3.9</code> to <code>3.11</code>"),
            "\(markdown.out)")
        let page = await shop.run("check", "--format", "html")
        #expect(page.out.contains("<p><b>Versions</b> breaks 3.9 to 3.11</p>"))
    }

    @Test func `a comparison of contracts and of recordings says it too`() async throws {
        let shop = try await shop()
        let contract = try shop.text("Contracts/shop.json")
        try shop.write(
            contract.replacing("\"type\": \"string\"", with: "\"type\": [\"string\", \"null\"]"),
            to: "new.json")
        let contracts = await shop.run("diff", "Contracts/shop.json", "new.json")
        #expect(contracts.code == .broken)
        #expect(contracts.out.contains("\n  = breaks 3.9 and 3.10, not 3.11\n"), "\(contracts.out)")
        for name in ["items.har", "items/2.json"] {
            try shop.write(try shop.text("Recordings/shop/" + name), to: "Other/shop/" + name)
        }
        try shop.write(
            Self.items.replacing("\"name\": \"Desk\"", with: "\"x\": 1"), to: "Other/shop/items/1.json")
        let recordings = await shop.run("diff", "Recordings", "Other")
        #expect(recordings.out.hasPrefix("breaking: shop no longer sends 'name'\n"), "\(recordings.out)")
        #expect(recordings.out.contains("\n  = breaks 3.9 and 3.10, not 3.11\n"), "\(recordings.out)")
    }

    @Test func `what the newest version reads is a warning if an older one does not`() async throws {
        let shop = try await shop()
        let later = try CommandLineHarness.shop(ModelBinding("items.list", [TolerantItem].self))
        for version in ["3.9", "3.11"] {
            let name = "Contracts/Versions/\(version).json"
            try later.write(try shop.text(name), to: name)
        }
        try later.write(Self.items, to: "Recordings/shop/items/1.json")
        for name in ["items.har", "items/2.json"] {
            try later.write(try later.text("Recordings/shop/" + name), to: "Other/shop/" + name)
        }
        try later.write(Self.items.replacing(", \"name\": \"Desk\"", with: ""), to: "Other/shop/items/1.json")
        let run = await later.run("diff", "Recordings", "Other")
        #expect(run.code == .holds)
        #expect(run.out.hasPrefix("warning: shop no longer sends 'name'\n"), "\(run.out)")
        #expect(run.out.contains("\n  = breaks 3.9, not 3.11\n"), "\(run.out)")
    }

    @Test func `what was shipped does not change`() async throws {
        let shop = try await shop()
        #expect(await shop.run("models", "--save", "3.10").code == .holds)
        let run = await shop.run("models", "--save", "3.11")
        #expect(run.code == .unreadable)
        #expect(
            run.error.contains(
                "Contracts/Versions/3.11.json: other expectations are kept for the version"), "\(run.error)")
        let wrong = await shop.run("models", "--save", "../3")
        #expect(wrong.code == .usage)
        #expect(wrong.error.contains("'--save ../3' is not a version, such as 3.2"), "\(wrong.error)")
    }

    @Test func `a file of a version that is damaged stops a check, with its location`() async throws {
        let shop = try await shop()
        try shop.write("{\"version\": 2, \"apis\": 7}", to: "Contracts/Versions/3.9.json")
        let run = await shop.run("check")
        #expect(run.code == .unreadable)
        #expect(
            run.error.contains("Contracts/Versions/3.9.json:1:24: 'apis' must be an array"), "\(run.error)")
    }
}

import Foundation
import Testing
import VerbatimAPI
import VerbatimAppAPIs
import VerbatimTestSupport

@testable import VerbatimCommands

/// The recordings of another day: other items in another order, with other identifiers, dates and prices.
@Suite struct AnotherDayTests {
    private static let catalogue = PackageFolder.url("Tests/Tool/VerbatimCommandsTests/AnotherDay").path

    @Test(arguments: ["google-books", "itunes", "flickr"])
    func `other data that the contract allows are one line`(api: String) async throws {
        let tool = try CommandLineHarness(contractsOf: [api])
        #expect(await tool.run("record", "--origin", "fake", api).code == .holds)
        let record = await tool.run(
            "record", "--origin", "fake", api, environment: ["VERBATIM_FAKE_CATALOGUE": Self.catalogue])
        let lines = record.out.split(separator: "\n")
        #expect(record.code == .holds && lines.count == 6, "\(record.error)\(record.out)")
        #expect(lines[1].hasPrefix("note: \(api) sends other data, which the contract allows"), "\(lines)")
        #expect(lines[3] == "✓ holds · changes since the last recording", "\(lines)")
        #expect(await tool.run("check", api).code == .holds)
    }

    @Test func `a property that no contract knows is the only news`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        #expect(await tool.run("record", "--origin", "fake", "reqres").code == .holds)
        let record = await tool.run(
            "record", "--origin", "fake", "reqres",
            environment: ["VERBATIM_FAKE_CATALOGUE": Self.catalogue, "VERBATIM_FAKE": "reqres=new-key"])
        #expect(record.out.contains("\n\nnote: reqres sends a new property, 'isNewHere'\n"), "\(record.out)")
        #expect(await tool.run("check", "reqres").code == .holds)
    }

    @Test func `a catalogue that is not there is named`() async throws {
        let tool = try CommandLineHarness(contractsOf: ["reqres"])
        let record = await tool.run(
            "record", "--origin", "fake", "reqres", environment: ["VERBATIM_FAKE_CATALOGUE": "/nowhere"])
        #expect(record.code == .usage)
        #expect(
            record.error.contains("/nowhere/users.json: ") || record.error.contains("/nowhere/books.json: "))
    }
}

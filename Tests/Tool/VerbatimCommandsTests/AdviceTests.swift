import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimCommands

/// Every command that a report advises is run, on the project that it is about.
struct AdviceTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let old: String
        let new: String
        /// The commands that are advised.
        let advised: Set<String>

        init(
            _ name: String, _ old: String, _ new: String, in file: String = "items/1.json",
            advises advised: Set<String> = ["review shop"]
        ) {
            testDescription = name
            self.file = "Recordings/shop/" + file
            self.old = old
            self.new = new
            self.advised = advised
        }
    }

    static let changes = [
        Change("a renamed property", "\"name\"", "\"title\"", advises: ["review shop", "check shop"]),
        Change("a dropped property", "\"id\": 1, ", "", advises: ["review shop", "check shop"]),
        Change("another type", "\"id\": 1", "\"id\": \"1\"", advises: ["review shop", "check shop"]),
        Change("another status", "\"status\": 200", "\"status\": 202", in: "items.har"),
        Change("another media type", "application/json", "text/plain", in: "items.har"),
        Change(
            "a page of HTML", "[", "<html><title>Wait</title>[",
            advises: ["record shop", "check shop"]),
        Change("a truncated body", "2}\n]", "", advises: ["record shop", "check shop"]),
        Change("a body that cannot be parsed", "[", "[,", advises: ["record shop", "check shop"]),
    ]

    @Test(arguments: changes) func `each command that is advised can be run`(_ change: Change) async throws {
        let shop = try CommandLineHarness.shop()
        // Without the findings that the recording of the shop has anyway.
        try shop.write(
            "[\n  {\"id\": 1, \"name\": \"Lamp\"},\n  {\"id\": 2, \"name\": \"Desk\", \"weight\": 2}\n]\n",
            to: "Recordings/shop/items/1.json")
        let accepted = await shop.run("review", "--accept-all")
        #expect(await shop.run("check").code == .holds, "\(accepted.out)")
        let text = try shop.text(change.file)
        try #require(text.contains(change.old))
        try shop.write(text.replacing(change.old, with: change.new), to: change.file)
        let report = try JSON(parsing: await shop.run("check", "--format", "json").out)
        let findings = report["findings"].elements.filter { $0["severity"].string != "info" }
        let texts =
            findings.compactMap(\.["next"].string)
            + report["causes"].elements.filter { $0["severity"].string != "info" }.compactMap(
                \.["fix"].string)
        let commands = Set(
            texts.flatMap { $0.matches(of: /`verbatim ([^`]+)`/).map { String($0.output.1) } })
        #expect(commands.isSubset(of: change.advised) && !commands.isEmpty, "\(texts)")
        for command in commands {
            let words = command.split(separator: " ").map(String.init)
            let run = await shop.run(words: words)
            #expect(run.code == (words[0] == "record" ? .holds : .broken), "\(command): \(run.error)")
            #expect(words[0] != "review" || run.out.contains("shop"), "\(command): \(run.out)")
        }
    }
}

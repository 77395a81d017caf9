import Foundation
import Testing

@testable import VerbatimCommands

/// What `verbatim show` prints for the names of recordings, bodies, APIs and folders.
@Suite struct ShowCommandTests {
    private static let lines = """
        1  GET https://api.shop.test/items -> 200 application/json Recordings/shop/items/1.json
        2  GET https://api.shop.test/items -> 404 application/json Recordings/shop/items/2.json

        """

    @Test(arguments: ["shop/items", "Recordings/shop/items.har"])
    func `a recording is listed`(name: String) async throws {
        let run = try await CommandLineHarness.shop().run("show", name)
        #expect(run.code == .holds && run.out == Self.lines, "\(run.out)\(run.error)")
    }

    @Test func `the file of a body, as findings name it, is printed with its interaction`() async throws {
        let run = try await CommandLineHarness.shop().run("show", "Recordings/shop/items/2.json")
        #expect(
            run.out == """
                GET https://api.shop.test/items

                404
                Content-Type: application/json

                {"error": "gone"}


                """, "\(run.out)\(run.error)")
    }

    @Test(arguments: ["shop", "Recordings/shop", "Recordings"])
    func `the recordings of an API or a folder are listed by their names`(name: String) async throws {
        let run = try await CommandLineHarness.shop().run("show", name)
        let lines = Self.lines.split(separator: "\n").map { "  \($0)\n" }.joined()
        #expect(run.code == .holds && run.out == "shop/items\n\(lines)", "\(run.out)\(run.error)")
    }

    @Test(arguments: [
        (
            ["shop/item"],
            "unknown recording 'shop/item', did you mean 'shop/items'?\n  next: use one of shop/items"
        ),
        (["shpo"], "unknown recording 'shpo', did you mean 'shop'?\n  next: use one of shop"),
        (["shop", "--embed"], "'--embed' cannot be combined with 'shop': it has several recordings"),
        (["Contracts/shop.json"], "unknown recording 'Contracts/shop.json'"),
    ])
    func `another name is refused, with the nearest one`(words: [String], message: String) async throws {
        let run = try await CommandLineHarness.shop().run(words: ["show"] + words)
        #expect(run.code != .holds && run.error.contains(message), "\(run.error)")
    }
}

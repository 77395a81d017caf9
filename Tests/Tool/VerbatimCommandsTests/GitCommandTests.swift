import Foundation
import Testing

@testable import VerbatimCommands

/// Git as it shows recordings and contracts through the tool.
@Suite(.enabled(if: Git.isSupported))
struct GitCommandTests {
    private static let attributes = """
        Recordings/**/*.har diff=verbatim
        Contracts/*.json diff=verbatim-contract
        Contracts/*.y*ml diff=verbatim-contract

        """

    @Test func `setting up changes nothing the second time`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.git("init", "--quiet")
        let first = await tool.run("git-setup")
        #expect(first.code == .holds)
        #expect(
            first.error == """
                .gitattributes: added 'Recordings/**/*.har diff=verbatim'
                .gitattributes: added 'Contracts/*.json diff=verbatim-contract'
                .gitattributes: added 'Contracts/*.y*ml diff=verbatim-contract'
                git config diff.verbatim.textconv: set to 'verbatim show --git'
                git config diff.verbatim-contract.command: set to 'verbatim diff --git'

                """)
        #expect(try tool.text(".gitattributes") == Self.attributes)
        let config = try tool.text(".git/config")
        let again = await tool.run("git-setup")
        #expect(
            again.code == .holds
                && again.error.split(separator: "\n").allSatisfy { $0.hasSuffix(", as before") })
        #expect(try tool.text(".gitattributes") == Self.attributes)
        #expect(try tool.text(".git/config") == config)
    }

    @Test func `what exists stays, and is reported if it is in the way`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.git("init", "--quiet")
        try tool.git("config", "diff.verbatim.textconv", "cat")
        try tool.write("*.har diff=other\n*.json text", to: ".gitattributes")
        let run = await tool.run("git-setup")
        #expect(run.code == .broken)
        #expect(
            run.error == """
                .gitattributes: 'Recordings/**/*.har' has diff=other already
                  next: to use this tool, replace it by 'Recordings/**/*.har diff=verbatim', and run the command again
                .gitattributes: added 'Contracts/*.json diff=verbatim-contract'
                .gitattributes: added 'Contracts/*.y*ml diff=verbatim-contract'
                git config diff.verbatim.textconv: 'cat' is set already
                  next: to use this tool, replace it by 'verbatim show --git', and run the command again
                git config diff.verbatim-contract.command: set to 'verbatim diff --git'

                """)
        #expect(
            try tool.text(".gitattributes") == """
                *.har diff=other
                *.json text
                Contracts/*.json diff=verbatim-contract
                Contracts/*.y*ml diff=verbatim-contract

                """)
    }

    @Test func `bytes that are no UTF-8 stay`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.git("init", "--quiet")
        let old = Data([0x23, 0x20, 0xe9])
        try old.write(to: tool.path(".gitattributes"))
        _ = await tool.run("git-setup")
        let new = try Data(contentsOf: tool.path(".gitattributes"))
        #expect(new.starts(with: old + Data("\nRecordings/".utf8)))
    }

    @Test func `a tool that SwiftPM runs is found from the top folder of the repository`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.git("init", "--quiet")
        try tool.write("// swift-tools-version: 6.3", to: "app/Package.swift")
        let run = await tool.run(words: ["git-setup"], in: "app", tool: "swift run apis")
        #expect(
            run.error.contains("textconv: set to 'swift run --quiet --package-path 'app' apis show --git'\n"),
            "\(run.error)")
        #expect(try tool.text("app/.gitattributes") == Self.attributes)
    }

    @Test func `without a repository there is nothing to set up`() async throws {
        let run = try await CommandLineHarness.shop().run("git-setup")
        #expect(run.code == .unreadable && run.error.contains("not in a Git repository"), "\(run.error)")
    }

    // MARK: Contracts

    /// Commits, changes the working tree, and returns the words with which Git calls the driver, with copies
    /// of the files that it removes afterwards.
    ///
    /// - Parameter renames: Whether Git finds renamed files.
    private func calls(
        _ tool: CommandLineHarness, renames: Bool = false, after change: () throws -> Void
    ) throws -> [[String]] {
        try tool.git("init", "--quiet")
        try tool.write("Contracts/*.json diff=verbatim-contract\n", to: ".git/info/attributes")
        try tool.write(
            """
            for word in "$@"; do
              case "$word" in similarity*) word=similarity ;; /dev/null) ;; /*) cp "$word" "copy-$#-$(basename "$word")"; word="copy-$#-$(basename "$word")" ;; esac
              printf '%s\\n' "$word" >> calls
            done
            echo "" >> calls

            """, to: "driver")
        try tool.git("config", "diff.verbatim-contract.command", "sh ./driver")
        try tool.git("add", "Contracts")
        try tool.git(
            "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first")
        try change()
        try tool.git("add", "--intent-to-add", "Contracts")
        try tool.git("-c", "diff.renames=\(renames)", "--no-pager", "diff", "HEAD")
        return try tool.text("calls").split(separator: "\n\n").map {
            $0.split(separator: "\n").map(String.init)
        }
    }

    @Test func `a changed contract is shown by what the app notices`() async throws {
        let tool = try CommandLineHarness.shop()
        let calls = try calls(tool) {
            let text = try tool.text("Contracts/shop.json")
            try tool.write(
                text.replacing("          \"id\",\n", with: ""), to: "Contracts/shop.json")
        }
        #expect(calls.map(\.count) == [7])
        let run = await tool.run(words: ["diff", "--git"] + (calls.first ?? []))
        #expect(run.code == .holds, "\(run.error)")
        #expect(
            run.out.hasPrefix(
                """
                diff --git a/Contracts/shop.json b/Contracts/shop.json
                breaking: shop: '/*/id' is now optional: optional, was required
                  --> Contracts/shop.json:42:17

                """), "\(run.out)")
    }

    @Test func `new and removed contracts, and files that are no contract`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.write(try tool.text("Contracts/shop.json"), to: "Contracts/old.json")
        try tool.write("{\"overrides\": []}\n", to: "Contracts/overrides.json")
        let calls = try calls(tool) {
            try FileManager.default.removeItem(at: tool.path("Contracts/old.json"))
            try tool.write(try tool.text("Contracts/shop.json"), to: "Contracts/new.json")
            try tool.write("{\"overrides\": [\n]}\n", to: "Contracts/overrides.json")
        }
        var text = ""
        for call in calls {
            let run = await tool.run(words: ["diff", "--git"] + call)
            #expect(run.code == .holds)
            text += run.out + run.error
        }
        #expect(
            text == """
                diff --git a/Contracts/new.json b/Contracts/new.json
                new file mode 100644
                note: new: contract 'new' was added: Contracts/new.json, was missing

                ✓ holds · changes of contracts
                  `--verbose` lists the finding
                diff --git a/Contracts/old.json b/Contracts/old.json
                deleted file mode 100644
                breaking: old: contract 'old' was removed: missing, was a/Contracts/old.json
                  = 1 place
                  = 1 finding of contract-removed
                  = fix: review the commit that changes the contract

                ✗ 1 breaking · changes of contracts
                  `--verbose` lists the finding
                diff --git a/Contracts/overrides.json b/Contracts/overrides.json
                @@ -1 +1,2 @@
                -{"overrides": []}
                +{"overrides": [
                +]}

                """, "\(calls)")
        #expect(calls.map(\.count) == [7, 7, 7])
        let unmerged = await tool.run("diff", "--git", "Contracts/shop.json")
        #expect(unmerged.code == .holds && unmerged.out == "* Unmerged path Contracts/shop.json\n")
        let usage = await tool.run("diff", "--git", "a", "b")
        #expect(usage.code == .usage)
    }

    @Test func `a renamed contract is compared with the one under its old name`() async throws {
        let tool = try CommandLineHarness.shop()
        let calls = try calls(tool, renames: true) {
            let text = try tool.text("Contracts/shop.json")
            try tool.write(text.replacing("          \"id\",\n", with: ""), to: "Contracts/store.json")
            try FileManager.default.removeItem(at: tool.path("Contracts/shop.json"))
        }
        #expect(calls.map(\.count) == [9])
        let run = await tool.run(words: ["diff", "--git"] + (calls.first ?? []))
        #expect(run.code == .holds, "\(run.error)")
        #expect(
            run.out.hasPrefix(
                """
                diff --git a/Contracts/shop.json b/Contracts/store.json
                rename from Contracts/shop.json
                rename to Contracts/store.json
                breaking: shop: '/*/id' is now optional: optional, was required
                """), "\(run.out)")
    }

    // MARK: Recordings

    @Test func `a recording is compared as text, without its body files`() async throws {
        let tool = try CommandLineHarness.shop()
        try tool.write(try tool.text("Recordings/shop/items.har"), to: "git-blob-1/items.har")
        let expected = """
            GET https://api.shop.test/items

            200
            Content-Type: application/json
            body: items/1.json

            GET https://api.shop.test/items

            404
            Content-Type: application/json
            body: items/2.json

            """
        for path in ["git-blob-1/items.har", "Recordings/shop/items.har"] {
            let run = await tool.run("show", "--git", path)
            #expect(run.code == .holds && run.out == expected && run.error.isEmpty, "\(run.out)\(run.error)")
        }
        try tool.write("<<<<<<< ours\n", to: "conflict.har")
        let conflict = await tool.run("show", "--git", "conflict.har")
        #expect(conflict.code == .holds && conflict.out == "<<<<<<< ours\n")
    }

    @Test func `each of several query items of a recording is on a line of its own`() async throws {
        let tool = try CommandLineHarness.shop()
        let url = "https://api.shop.test/items"
        let archive = try tool.text("Recordings/shop/items.har")
        for (query, lines) in [("?a=1", "?a=1"), ("?a=1&b=?&&c", "\n  ?a=1\n  &b=?\n  &\n  &c")] {
            try tool.write(archive.replacing(url, with: url + query), to: "Recordings/shop/items.har")
            let run = await tool.run("show", "--git", "shop/items")
            #expect(run.out.hasPrefix("GET \(url)\(lines)\n\n200\n"), "\(run.out)")
        }
    }

    // MARK: The pager

    @Test(arguments: [["COLUMNS": "60", "GIT_PAGER_IN_USE": "true"], ["COLUMNS": "60"]])
    func `the changes of a contract fit into Git's pager`(environment: [String: String]) async throws {
        let tool = try CommandLineHarness.shop()
        let calls = try calls(tool) {
            let text = try tool.text("Contracts/shop.json")
            try tool.write(text.replacing("          \"id\",\n", with: ""), to: "Contracts/shop.json")
        }
        let run = await tool.run(
            words: ["diff", "--git"] + (calls.first ?? []), environment: environment)
        let columns = run.out.split(separator: "\n").map(\.count).max() ?? 0
        #expect((columns <= 60) == (environment.count == 2), "\(run.out)")
    }

    @Test func `a contract in which only the text changes says how to see it`() async throws {
        let tool = try CommandLineHarness.shop()
        let calls = try calls(tool) {
            let text = try tool.text("Contracts/shop.json")
            try tool.write(text.replacing("The items.", with: "All items."), to: "Contracts/shop.json")
        }
        let run = await tool.run(words: ["diff", "--git"] + (calls.first ?? []))
        #expect(
            run.out == """
                diff --git a/Contracts/shop.json b/Contracts/shop.json
                the app notices no change; `git diff --no-ext-diff` shows the text

                """)
    }

    // MARK: The main branch

    @Test func `a comparison without OLD begins where the branch left the main branch`() async throws {
        let tool = try CommandLineHarness.shop()
        let alone = await tool.run("diff")
        #expect(
            alone.code == .unreadable && alone.error.contains("not in a Git repository"), "\(alone.error)")
        try tool.git("init", "--quiet", "--initial-branch", "main")
        try tool.commit("first")
        try tool.git("checkout", "--quiet", "-b", "work")
        try tool.write(
            try tool.text("Contracts/shop.json").replacing("\"string\"", with: "\"integer\""),
            to: "Contracts/shop.json")
        try tool.commit("second")
        let run = await tool.run("diff")
        #expect(run.error.contains(/^comparing Contracts with [0-9a-f]{7,}, where this branch left main\n/))
        #expect(
            run.out.contains("response-property-type-changed") || run.out.contains("'/*/name'"), "\(run.out)")
        let none = await tool.run("diff", "work")
        #expect(none.out == "✓ holds · changes of contracts\n")
    }
}

extension CommandLineHarness {
    /// Commits the contracts.
    fileprivate func commit(_ message: String) throws {
        try git("add", "Contracts")
        try git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", message)
    }
}

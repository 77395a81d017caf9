import Foundation
import Testing

@testable import VerbatimCommands

/// `verbatim review` on a terminal that gives single keys.
@Suite struct ReviewScreenTests {
    private func review(_ keys: [Key], _ tool: CommandLineHarness, _ environment: [String: String] = [:])
        async
        -> CommandLineHarness.Run
    {
        await tool.run(
            words: ["review"], environment: environment, width: 80, terminal: ScriptedTerminal(keys))
    }

    @Test func `a question fits on the screen and shows both sides, the app and the contract`() async throws {
        let run = try await review(.typing("q"), .shop())
        let rule = String(repeating: "─", count: 80)
        #expect(
            run.screens.first == """
                verbatim review  shop  ○○○  1 of 3                            2 breaking, 1 note
                \(rule)
                breaking: shop sends null for 'name'
                  GET /items -> 200 · 2 values in 1 recording
                  recorded  Recordings/shop/items/1.json:3:21
                    - expected string
                    + found null
                  app
                    ✗ ShopItem.name expects String, but it is null  Sources/ShopItem.swift:3:9
                  if you accept, Contracts/shop.json changes in 1 place (+4 -1 lines):
                    Item.name, line 47
                    - "type": "string"
                    + "type": [
                    +   "string",
                    +   "null"
                    + ]
                  ! the app still breaks after accepting: change ShopItem.name too
                \(rule)
                 a accept  k keep  o override  s skip  u undo  d diff  e editor  ? help  q quit
                """, "\(run.screens.first ?? "")")
    }

    @Test func `one key decides about all items of a cause, and Enter writes at the end`() async throws {
        let tool = try CommandLineHarness.shop()
        let run = await review(.typing("aak\n"), tool)
        #expect(run.code == .broken)
        #expect(
            run.out.contains(
                """
                3 to review: 2 accepted, 1 kept
                  accepted    shop sends null for 'name'
                """), "\(run.out)")
        #expect(run.error.contains("wrote Contracts/shop.json: 2 edits"), "\(run.error)")
        #expect(try !tool.text("Contracts/shop.json").contains("weight"))
    }

    @Test func `decisions are taken back one by one until the end`() async throws {
        let tool = try CommandLineHarness.shop()
        let old = try tool.text("Contracts/shop.json")
        let run = await review(.typing("aaauuuq"), tool)
        #expect(run.out.contains("3 to review: 3 left"), "\(run.out)")
        #expect(try tool.text("Contracts/shop.json") == old)
        let again = await review(.typing("u") + [.end], tool)
        #expect(again.screens.last?.contains("nothing is decided that could be undone") ?? false)
    }

    @Test func `arrows and letters move without a decision`() async throws {
        let run = try await review([.right, .down, .left, .up] + .typing("npq"), .shop())
        #expect(
            run.screens.map { $0.prefix(40).firstMatch(of: /\d of 3/).map { "\($0.output)" } } == [
                "1 of 3", "2 of 3", "3 of 3", "2 of 3", "1 of 3", "2 of 3", "1 of 3",
            ])
    }

    @Test func `a key without a meaning is one line, and help another screen`() async throws {
        let run = try await review(.typing("x?dq"), .shop())
        #expect(run.screens[1].hasSuffix("that key does nothing here: ? explains the keys"))
        #expect(
            run.screens[1].split(separator: "\n").count <= run.screens[0].split(separator: "\n").count + 1)
        #expect(run.screens[2].contains("undo: take the last decision back"))
    }

    @Test func `the whole difference of the contract is shown in pages`() async throws {
        let run = try await review(.typing("d q"), .shop())
        #expect(run.screens[1].contains("@@ Item.name, line 47 @@"), "\(run.screens[1])")
        #expect(run.screens[1].contains("lines 1 to "))
    }

    @Test func `Control-C asks, and writes what is decided if that is wanted`() async throws {
        let tool = try CommandLineHarness.shop()
        let old = try tool.text("Contracts/shop.json")
        for keys in [
            [Key.character("a"), .interrupt, .character("n")], [.character("a"), .interrupt, .interrupt],
        ] {
            let run = await review(keys, tool)
            #expect(run.code == .broken)
            #expect(
                run.out.hasSuffix("nothing was written\n  not written: shop sends null for 'name'\n"),
                "\(run.out)")
            #expect(try tool.text("Contracts/shop.json") == old)
        }
        let back = await review(
            [.character("a"), .interrupt, .escape, .character("u"), .character("q")], tool)
        #expect(back.out.contains("3 to review: 3 left"), "\(back.out)")
        let run = await review([.character("a"), .interrupt, .character("y")], tool)
        #expect(run.screens.last?.contains("write 1 decision?") ?? false)
        #expect(try tool.text("Contracts/shop.json") != old)
        #expect(run.error.contains("wrote Contracts/shop.json: 1 edit"))
    }

    @Test func `the reason of an override is typed, corrected and canceled`() async throws {
        let tool = try CommandLineHarness.shop()
        let canceled = await review(.typing("o\nwhy") + [.escape] + .typing("q"), tool)
        #expect(canceled.out.contains("3 to review: 3 left"), "\(canceled.out)")
        let run = await review(
            .typing("owarning\nhiddem") + [.backspace] + .typing("n\nsoon\n2999-01-01\nq"), tool)
        #expect(run.screens.contains { $0.contains("'soon' is not a day such as") }, "\(run.out)")
        #expect(run.out.contains("  overridden  shop sends null for 'name'"), "\(run.out)")
        let overrides = try tool.text("Contracts/overrides.json")
        #expect(overrides.contains("\"reason\": \"hidden\"") && overrides.contains("model-null"))
    }

    @Test func `after the editor the contract is reviewed anew, and other decisions stay`() async throws {
        let tool = try CommandLineHarness.shop()
        let editor = tool.path("edit.sh")
        try tool.write(
            "#!/bin/sh\necho \"$1\" > \"\(tool.folder.path)/line\"\n"
                + "sed -i.old 's/\"type\": \"string\"/\"type\": [\"string\", \"null\"]/' \"$2\"\n",
            to: "edit.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
        let run = await review(
            [.right, .right, .character("a"), .left, .left, .left] + .typing("eq"), tool,
            ["VISUAL": editor.path])
        #expect(run.screens.last?.contains("shop is reviewed anew") ?? false, "\(run.screens.last ?? "")")
        #expect(try tool.text("line") == "+47\n")
        #expect(run.out.contains(" accepted"), "\(run.out)")
        #expect(try tool.text("Contracts/shop.json").contains("\"weight\""))
    }

    @Test func `without an editor, and with one that fails, a line says so`() async throws {
        let run = try await review(.typing("e") + [.end], .shop())
        #expect(run.screens.last?.contains("set VISUAL or EDITOR") ?? false, "\(run.screens.last ?? "")")
        let failed = try await review(.typing("e") + [.end], .shop(), ["EDITOR": "false"])
        #expect(failed.screens.last?.contains("the editor ended with 1") ?? false)
    }

    @Test(arguments: [(20, 8), (40, 12), (80, 24), (200, 60)])
    func `no screen has more lines or columns than the terminal`(columns: Int, rows: Int) async throws {
        let tool = try CommandLineHarness.shop()
        let terminal = ScriptedTerminal(
            .typing("?x d qno") + [.escape, .interrupt, .right, .right, .right, .resize, .end],
            size: TerminalSize(columns: columns, rows: rows))
        let run = await tool.run(words: ["review"], width: columns, terminal: terminal)
        #expect(!run.screens.isEmpty && terminal.isClosed)
        for screen in run.screens {
            let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= rows && lines.allSatisfy { $0.count <= columns }, "\(screen)")
        }
    }
}

extension CommandLineHarness.Run {
    /// The texts that were shown in place of each other; the last one ends with what follows it.
    var screens: [String] {
        out.components(separatedBy: "\u{1b}[H\u{1b}[J").dropFirst().map { screen in
            screen.firstRange(of: /(\n\d to review:|nothing was written\n)/).map {
                String(screen[..<$0.lowerBound])
            } ?? screen
        }
    }
}

import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimCommands

struct DiffCommandTests {
    @Test func `compares a folder with itself and finds nothing`() async throws {
        let run = try await CommandLineHarness().run("diff", "--verbose", "Contracts", "Contracts")
        #expect(run.code == .holds)
        #expect(run.out == "✓ holds · changes of contracts\n")
    }

    @Test func `names the property of the app that a change breaks`() async throws {
        let tool = try CommandLineHarness()
        try tool.change("Contracts/reqres.json", to: "new.json") {
            $0.replacingOccurrences(of: "\"first_name\",", with: "")
        }
        let run = await tool.run("diff", "--verbose", "Contracts/reqres.json", "new.json")
        #expect(run.code == .broken)
        #expect(
            run.out.contains("response-property-became-optional: '/data/*/first_name' is now optional"))
        #expect(
            run.out.contains("breaks ReqresUser.first_name: ReqresUser.first_name expects String"),
            "\(run.out)"
        )
    }

    @Test(.enabled(if: Git.isSupported))
    func `compares with a Git revision, and reports one that does not exist`() async throws {
        let tool = try CommandLineHarness()
        var run = await tool.run("diff", "--verbose", "HEAD", "Contracts")
        #expect(run.code == .unreadable)
        #expect(
            run.error == """
                verbatim: HEAD: no such file or folder, and the working directory is not in a Git repository

                """)
        try tool.git("init", "--quiet")
        try tool.git("add", "Contracts")
        try tool.git(
            "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "first")
        run = await tool.run("diff", "--verbose", "HEAD", "Contracts")
        #expect(run.code == .holds, "\(run.error)")
        run = await tool.run("diff", "--verbose", "HEAD:Contracts/itunes.json", "Contracts/itunes.json")
        #expect(run.code == .holds, "\(run.error)")
        run = await tool.run("diff", "--verbose", "HEAD~7", "Contracts")
        #expect(
            run.error == """
                verbatim: HEAD~7: no such file, folder or Git revision
                  next: run `verbatim diff --help`

                """
        )
        run = await tool.run("diff", "--verbose", "HEAD:Contracts/none.json", "Contracts")
        #expect(run.code == .unreadable)
    }

    @Test func `an override changes what a run ends with, and one of no use is a finding`() async throws {
        let tool = try CommandLineHarness()
        try tool.change("Contracts/reqres.json", to: "new.json") {
            $0.replacingOccurrences(of: "\"first_name\",", with: "")
        }
        try tool.write(
            """
            {"overrides": [
              {"rule": "response-property-became-optional", "api": "reqres", "severity": "info", "reason": "names are hidden", "expires": "2999-01-01"},
              {"rule": "response-property-became-nullable", "api": "reqres", "severity": "info", "reason": "none", "expires": "2999-01-01"}
            ]}
            """, to: "Contracts/overrides.json")
        var run = await tool.run("diff", "--verbose", "Contracts/reqres.json", "new.json")
        #expect(run.code == .holds, "\(run.out)")
        run = await tool.run("diff", "--verbose", "Contracts/reqres.json", "Contracts/reqres.json")
        #expect(run.code == .holds)
        #expect(
            run.out.contains(
                """
                override-unused: the override of 'response-property-became-nullable': unused, nothing matches it
                  at Contracts/overrides.json:3:3
                  next: delete it from Contracts/overrides.json
                """), "\(run.out)")
        run = await tool.run(
            "diff", "--verbose", "--fail-on", "warning", "Contracts/reqres.json", "Contracts/reqres.json")
        #expect(run.code == .broken)
    }

    @Test func `lists the most severe changes by default, and every change with all its places if asked`()
        async throws
    {
        let tool = try CommandLineHarness(contractsOf: [])
        // A schema of one property that 8 operations share, and 120 properties of one operation.
        func contract(_ type: String) -> String {
            let shared = (0..<8).map { number in
                Self.operation(number, ##"{"$ref": "#/components/schemas/Shared"}"##)
            }
            let properties = (0..<120).map { "\"p\($0)\": {\"type\": \"\(type)\"}" }
            let wide = Self.operation(8, "{\"properties\": {\(properties.joined(separator: ","))}}")
            return """
                {"openapi": "3.1.0", "info": {"title": "a", "version": "1"},
                 "paths": {\((shared + [wide]).joined(separator: ","))},
                 "components": {"schemas": {"Shared": {"properties": {"id": {"type": "\(type)"}}}}}}
                """
        }
        try tool.write(contract("string"), to: "old.json")
        try tool.write(contract("integer"), to: "new.json")
        func count(_ text: String, _ run: CommandLineHarness.Run) -> Int {
            run.out.split(separator: "\n").count { $0.contains(text) }
        }
        let some = await tool.run("diff", "old.json", "new.json")
        #expect(count("breaking: ", some) <= 12)
        #expect(some.out.contains("`--verbose` lists all 121 findings"), "\(some.out)")
        let all = await tool.run("diff", "--verbose", "old.json", "new.json")
        #expect(count("response-property-type-changed: ", all) == 121)
        #expect(count("also '/id'", all) == 7)
    }

    private static func operation(_ number: Int, _ schema: String) -> String {
        """
        "/o\(number)": {"get": {"responses": {"200": {"description": "", "content": {
          "application/json": {"schema": \(schema)}}}}}}
        """
    }

    @Test func `a malformed override is reported with its location`() async throws {
        let tool = try CommandLineHarness()
        try tool.write(
            #"{"overrides": [{"rule": "no-such-rule", "severity": "info", "reason": "a", "expires": "2027"}]}"#,
            to: "Contracts/overrides.json")
        let run = await tool.run("diff", "--verbose", "Contracts", "Contracts")
        #expect(run.code == .unreadable)
        #expect(run.error.contains("Contracts/overrides.json:1:25: unknown rule 'no-such-rule'"))
        #expect(
            run.error.contains("Contracts/overrides.json:1:87: invalid date '2027': write it like 2027-03-31")
        )
    }

    @Test func `lists every rule, each once`() async throws {
        let tool = try CommandLineHarness()
        let run = await tool.run("rules", "operation")
        #expect(run.out.hasPrefix("kind "))
        #expect(run.out.contains("removed "))
        let all = await tool.run("rules", "--format", "json")
        let ids = try JSON(parsing: all.out).elements.compactMap { $0["id"].string }
        #expect(Set(ids).count == ids.count)
        #expect(
            Set(ids).isSuperset(of: [
                "response-status-undocumented", "model-missing-key", "model-required-contract-optional",
                "override-expired", "response-property-became-nullable", "drift-status-changed",
            ]))
        let unknown = await tool.run("rules", "nothing")
        #expect(unknown.code == .usage)
    }
}

extension CommandLineHarness {
    /// Writes a changed copy of a file.
    fileprivate func change(_ name: String, to copy: String, _ change: (String) -> String) throws {
        try write(change(String(contentsOf: path(name), encoding: .utf8)), to: copy)
    }
}

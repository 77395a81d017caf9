import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

/// Ends a publication as if the process were killed: no later step is performed.
private enum Kill {
    static let error = ArchiveError(.unreadable(reason: "killed"), file: "")
}

@Suite struct PublishingTests {
    private func archive(_ bodies: [String]) -> Archive {
        Archive(
            bodies.enumerated().map { index, body in
                Interaction(
                    HTTPRequest("GET", "https://a.test/\(index)"),
                    .response(HTTPResponse(200, headers: ["X-Body": body], body: .text(body))))
            })
    }

    /// Returns the bodies of a recording, each compared with the header field that repeats it.
    private func bodies(at url: URL) throws -> [String] {
        try Archive(contentsOf: url).interactions.map { interaction in
            let body = String(decoding: try interaction.responseBytes(), as: UTF8.self)
            #expect(interaction.outcome.response?.headers["X-Body"] == body)
            return body
        }
    }

    static let changes: [(old: [String], new: [String])] = [
        (["a", "b"], ["A", "B"]), (["a"], ["a", "{\"b\":1}"]), (["a", "b", "c"], ["c"]), ([], ["a"]),
        (["a", "b"], ["b", "a"]), (["a"], []), (["a", "b"], ["", "b"]), (["{\"a\":1}"], ["{ \"a\":1}"]),
    ]

    @Test(arguments: changes)
    func `a kill at any step leaves the old recording or the new one`(old: [String], new: [String]) throws {
        var steps = 0
        var ended = false
        while !ended {
            try withTemporaryFolder { folder in
                let url = folder.appending(path: "r.har")
                try ArchiveFiles(archive(old), at: url).publish()
                let files = try ArchiveFiles(archive(new), at: url)
                ended = try publish(files, killedBefore: steps)
                let found = try bodies(at: url)
                #expect(found == old || found == new)
                #expect(!ended || found == new)
                try files.publish()
                #expect(try bodies(at: url) == new)
                let rest = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                #expect(rest.filter { $0.contains("/.") || $0.hasPrefix(".") } == [])
                #expect(
                    rest.count == 1
                        + (new.contains { !$0.isEmpty } ? 1 + new.filter { !$0.isEmpty }.count : 0))
            }
            steps += 1
        }
        #expect(steps > 1)
    }

    /// Publishes up to a step; returns true if the publication ended before it.
    private func publish(_ files: ArchiveFiles, killedBefore step: Int) throws -> Bool {
        var passed = 0
        do {
            try files.publish { _ throws(ArchiveError) in
                if passed == step { throw Kill.error }
                passed += 1
            }
            return true
        } catch {
            guard error.problem == Kill.error.problem else { throw error }
            return false
        }
    }

    @Test func `a body is replaced once the archive refers to the new one`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try ArchiveFiles(archive(["a", "b"]), at: url).publish()
            var steps: [ArchiveFiles.Step] = []
            try ArchiveFiles(archive(["A", "b", "c"]), at: url).publish { steps.append($0) }
            #expect(
                steps == [
                    .stagedBody("r/1.txt"), .newBody("r/3.txt"), .interimArchive, .finalBody("r/1.txt"),
                    .finalArchive,
                    .removed(steps.last.map { if case .removed(let name) = $0 { name } else { "" } } ?? ""),
                ])
        }
    }

    @Test func `files of the user are kept`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try ArchiveFiles(archive(["a"]), at: url).publish()
            try Data("mine".utf8).write(to: folder.appending(path: "r/README.md"))
            try ArchiveFiles(archive([]), at: url).publish()
            #expect(try TemporaryFolder.files(in: folder).keys.sorted() == ["r.har", "r/README.md"])
        }
    }

    @Test func `a file that cannot be written is reported`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try Data().write(to: folder.appending(path: "r"))
            let error = #expect(throws: ArchiveError.self) {
                try ArchiveFiles(archive(["a"]), at: url).publish()
            }
            #expect(error?.rule == "recording-unwritable")
            #expect(error?.file == folder.appending(path: "r").path)
        }
    }

    @Test func `concurrent publications leave one of their recordings`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path:
                "verbatim-\(UUID().uuidString)")
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "r.har")
        let all = (0..<8).map { ["one \($0)", "two \($0)"] }
        try await withThrowingTaskGroup { group in
            for bodies in all {
                let files = try ArchiveFiles(archive(bodies), at: url)
                group.addTask { _ = try files.publish() }
            }
            try await group.waitForAll()
        }
        #expect(all.contains(try bodies(at: url)))
    }
}

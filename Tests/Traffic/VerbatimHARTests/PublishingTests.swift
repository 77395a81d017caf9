import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

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
        (["a", "b", "c"], ["c"]), (["a"], ["a", "{\"b\":1}"]), ([], ["a"]), (["a", "b"], ["A", "B"]),
        (["a", "b"], ["b", "a"]), (["a"], []), (["a", "b"], ["", "b"]), (["{\"a\":1}"], ["{ \"a\":1}"]),
    ]

    @Test(
        .enabled(if: SystemCallFault.isSupported),
        arguments: changes.prefix(TestEffort.count(3, of: changes.count)))
    func `a kill at any system call leaves the old recording or the new one`(
        old: [String], new: [String]
    ) throws {
        try expectOldOrNew(.stop, old: old, new: new)
    }

    @Test(
        .enabled(if: SystemCallFault.isSupported),
        arguments: [ENOSPC, EIO, EACCES].prefix(TestEffort.count(1, of: 3)),
        changes.prefix(TestEffort.count(1, of: changes.count)))
    func `a fault of any system call leaves the old recording or the new one`(
        error: Int32, change: (old: [String], new: [String])
    ) throws {
        try expectOldOrNew(.error(error), old: change.old, new: change.new)
    }

    /// Publishes with a fault at each system call, and then again without one.
    private func expectOldOrNew(_ fault: SystemCallFault, old: [String], new: [String]) throws {
        var call = 0
        var isReached = true
        while isReached {
            call += 1
            try withTemporaryFolder { folder in
                let url = folder.appending(path: "r.har")
                try ArchiveFiles(archive(old), at: url).publish()
                let files = try ArchiveFiles(archive(new), at: url)
                isReached = fault.inject(at: call, below: folder) { _ = try? files.publish() }
                let found = try bodies(at: url)
                #expect(found == old || found == new, "call \(call)")
                try files.publish()
                #expect(try bodies(at: url) == new)
                let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
                let written = files.bodies.map(\.path)
                #expect(
                    names == (["r.har"] + (written.isEmpty ? [] : ["r"]) + written).sorted(), "call \(call)")
            }
        }
        #expect(call > 10)
    }

    @Test(.enabled(if: SystemCallFault.isSupported))
    func `git ignores the files that a killed publication leaves`() throws {
        let ignored = try String(contentsOf: PackageFolder.url(".gitignore"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        var left: Set<String> = []
        for call in stride(from: 10, to: 60, by: 5) {
            try withTemporaryFolder { folder in
                let url = folder.appending(path: "r.har")
                let files = try ArchiveFiles(archive(["a", "b"]), at: url)
                _ = SystemCallFault.stop.inject(at: call, below: folder) { _ = try? files.publish() }
                for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                    left.insert((path as NSString).lastPathComponent)
                }
            }
        }
        let hidden = left.filter { $0.hasPrefix(".") }
        #expect(hidden.contains { $0.hasPrefix(".r.har.") } && hidden.contains { $0.hasPrefix(".1.txt.") })
        #expect(hidden.filter { name in !ignored.contains { fnmatch($0, name, 0) == 0 } } == [])
        #expect(left.subtracting(hidden).sorted() == ["1.txt", "2.txt", "r", "r.har"])
    }

    @Test func `a published body shares its bytes with no other file`() throws {
        try withTemporaryFolder { folder in
            try ArchiveFiles(archive(["a", "b"]), at: folder.appending(path: "r.har")).publish()
            for name in ["1.txt", "2.txt"] {
                let file = folder.appending(path: "r/\(name)")
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                #expect(attributes[.referenceCount] as? Int == 1)
            }
        }
    }

    @Test func `only bodies that the old recording lists are removed`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try ArchiveFiles(archive(["a", "b", "c"]), at: url).publish()
            let mine = [
                "r/README.md", "r/3.notes.md", "r/2.old/1.json", "r/9.json", "r/1.json.bak", "r/.2.txt",
                "r/.4.txt.verbatim-0123456", "r/03.txt", "other/2.txt", ".other.har.verbatim-01234567",
            ]
            for path in mine {
                let file = folder.appending(path: path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("mine".utf8).write(to: file)
            }
            let abandoned = ["r/.2.txt.verbatim-01234567", ".r.har.verbatim-89abcdef"]
            for path in abandoned { try Data("half".utf8).write(to: folder.appending(path: path)) }
            try ArchiveFiles(archive(["a"]), at: url).publish()
            let left = try TemporaryFolder.files(in: folder).keys.sorted()
            #expect(left == (mine + ["r.har", "r/1.txt"]).sorted())
        }
    }

    @Test(arguments: ["r", "r/1.txt", "r.har"])
    func `nothing is written through a symbolic link`(path: String) throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "inside/r.har")
            try ArchiveFiles(archive(["a", "b"]), at: url).publish()
            let (link, target) = (folder.appending(path: "inside/" + path), folder.appending(path: "outside"))
            try FileManager.default.moveItem(at: link, to: target)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
            let old = try Self.contents(of: folder)
            let error = #expect(throws: ArchiveError.self) {
                try ArchiveFiles(archive(["A"]), at: url).publish()
            }
            #expect(
                error?.description == """
                    recording-obstructed: '\(link.path)' is in the way: it is a symbolic link, not \
                    \(path == "r" ? "a folder" : "a file")
                      at \(link.path)
                      next: move it to another place, then run the command again
                    """)
            #expect(try Self.contents(of: folder) == old)
        }
    }

    /// Returns the contents of all files in a folder, through links as well.
    private static func contents(of folder: URL) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            contents[path] = (try? Data(contentsOf: folder.appending(path: path))) ?? Data()
        }
        return contents
    }

    @Test(arguments: [true, false])
    func `a file that the old recording does not list is not replaced`(hasArchive: Bool) throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            if hasArchive { try ArchiveFiles(archive(["a"]), at: url).publish() }
            let mine = folder.appending(path: "r/2.txt")
            try FileManager.default.createDirectory(
                at: mine.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: mine)
            let old = try TemporaryFolder.files(in: folder)
            let files = try ArchiveFiles(archive(["A", "b"]), at: url)
            let error = #expect(throws: ArchiveError.self) { try files.publish() }
            #expect(error?.problem == .obstructed(path: mine.path, reason: "it is no part of the recording"))
            #expect(try TemporaryFolder.files(in: folder) == old)
            try Data("b".utf8).write(to: mine)
            try files.publish()
            #expect(try bodies(at: url) == ["A", "b"])
        }
    }

    @Test func `a recording that cannot be read is replaced, and nothing is removed`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try ArchiveFiles(archive(["a", "b"]), at: url).publish()
            try Data("<<<<<<< HEAD".utf8).write(to: url)
            try ArchiveFiles(archive(["A"]), at: url).publish()
            #expect(try bodies(at: url) == ["A"])
            #expect(try TemporaryFolder.files(in: folder).keys.sorted() == ["r.har", "r/1.txt", "r/2.txt"])
        }
    }

    @Test func `the file in which the Finder keeps its view neither matters nor keeps a folder`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try ArchiveFiles(archive(["a", "b"]), at: url).publish()
            let view = folder.appending(path: "r/.DS_Store")
            try Data("view".utf8).write(to: view)
            try ArchiveFiles(archive(["A", "b"]), at: url).publish()
            #expect(try bodies(at: url) == ["A", "b"])
            #expect(
                try TemporaryFolder.names(in: folder.appending(path: "r")) == [".DS_Store", "1.txt", "2.txt"])
            try ArchiveFiles(archive([]), at: url).publish()
            #expect(try TemporaryFolder.names(in: folder) == ["r.har"])
        }
    }

    @Test func `files of others keep the folder of bodies, with the view of the Finder`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try ArchiveFiles(archive(["a"]), at: url).publish()
            for name in [".DS_Store", "notes.txt"] {
                try Data().write(to: folder.appending(path: "r/" + name))
            }
            try ArchiveFiles(archive([]), at: url).publish()
            #expect(try TemporaryFolder.names(in: folder.appending(path: "r")) == [".DS_Store", "notes.txt"])
        }
    }

    @Test(arguments: ["e\u{301}te\u{301}", "\u{e9}t\u{e9}", "a b%20c"])
    func `a recording may have any name, and be reached by a symbolic link`(name: String) throws {
        try withTemporaryFolder { folder in
            let (target, link) = (folder.appending(path: "target"), folder.appending(path: "link"))
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
            for bodies in [["a", "b"], ["A"]] {
                for root in [link, target] {
                    let url = root.appending(path: "\(name)/\(name).har")
                    try ArchiveFiles(archive(bodies), at: url).publish()
                }
                for root in [link, target] {
                    #expect(try self.bodies(at: root.appending(path: "\(name)/\(name).har")) == bodies)
                }
            }
            let files = try TemporaryFolder.files(in: target).keys.sorted()
            #expect(files == ["\(name)/\(name).har", "\(name)/\(name)/1.txt"])
            #expect(FileIdentity(of: link) == FileIdentity(of: target))
        }
    }

    @Test func `a file in place of the folder of bodies is reported`() throws {
        try withTemporaryFolder { folder in
            let url = folder.appending(path: "r.har")
            try Data().write(to: folder.appending(path: "r"))
            let error = #expect(throws: ArchiveError.self) {
                try ArchiveFiles(archive(["a"]), at: url).publish()
            }
            #expect(error?.rule == "recording-obstructed")
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

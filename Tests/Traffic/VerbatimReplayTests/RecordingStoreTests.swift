import Foundation
import Testing
import VerbatimHAR
import VerbatimReplay
import VerbatimTestSupport

@Suite struct RecordingStoreTests {
    @Test(arguments: [
        ("itunes/search-music", "itunes", "search-music"), ("search", "", "search"),
        ("itunes/pages/first", "itunes", "pages/first"),
    ])
    func `a name has an API and a scenario`(text: String, api: String, scenario: String) {
        let name = RecordingName(text)
        #expect(name == RecordingName(api: api, scenario: scenario))
        #expect("\(name)" == text)
        #expect(name.path == "\(text).har")
        #expect(RecordingName(path: name.path) == name)
    }

    @Test func `the name of a file is that of its folder and its own`() {
        let file = URL(filePath: "/app/Recordings/itunes/search-music.har")
        #expect(RecordingName(file: file) == "itunes/search-music")
    }

    @Test func `the command of a name records its scenario`() {
        #expect(RecordingName("a/one").command == "verbatim record a --scenario one")
        #expect(RecordingName("one").command == "verbatim record --scenario one")
    }

    @Test func `a store names its recordings, and gives those of no API none`() throws {
        try withTemporaryFolder { folder in
            for name in ["b/one", "a/two", "a/one", "others/one"] as [RecordingName] {
                try write("https://a.test/", to: folder.appending(path: name.path))
            }
            let store = RecordingStore(folder, apis: ["a", "b"])
            #expect(store.names == ["a/one", "a/two", "b/one", "others/one"])
            let own: [RecordingName?] = ["a/one", "a/two"]
            #expect(try store.files(of: [("a", ["two"])], withOthers: false).map(\.name) == own)
            #expect(try store.files(of: [("a", ["two"])], withOthers: true).map(\.name) == own + [nil])
            #expect(store.files(at: folder.appending(path: "a")).map(\.name) == ["a/one", "a/two"])
            #expect(store.files(at: folder.appending(path: "others/one.har")).map(\.name) == [nil])
            let error = #expect(throws: RecordingError.self) {
                try store.files(of: [("a", ["three"])], withOthers: true)
            }
            #expect("\(try #require(error))".contains("next: run `verbatim record a --scenario three`"))
        }
    }

    @Test func `a snapshot keeps the interactions of a recording that is replaced`() throws {
        try withTemporaryFolder { folder in
            let store = RecordingStore(folder)
            let file = folder.appending(path: "a/one.har")
            try write("https://a.test/old", to: file)
            try Data("{".utf8).write(to: folder.appending(path: "a/bad.har"))
            let snapshot = store.snapshot(of: ["a/one", "a/bad", "a/none"])
            try write("https://a.test/new", to: file)
            #expect(try snapshot["a/one"]?.get().interactions.map(\.request.url) == ["https://a.test/old"])
            #expect(throws: ArchiveError.self) { try snapshot["a/bad"]?.get() }
            #expect(snapshot["a/none"] == nil)
            #expect(try store.archive("a/one").interactions.map(\.request.url) == ["https://a.test/new"])
        }
    }

    @Test func `a body belongs to the recording with the name of its folder`() {
        #expect(RecordingStore.owner(ofBody: "a/one/1.json") == "a/one.har")
        #expect(RecordingStore.owner(ofBody: "1.json") == nil)
    }

    private func write(_ url: String, to file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let interaction = Interaction(HTTPRequest("GET", url), .response(HTTPResponse(200)))
        try ArchiveFiles(Archive([interaction]), at: file).publish()
    }
}

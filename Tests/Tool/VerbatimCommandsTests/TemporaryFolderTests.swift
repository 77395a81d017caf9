import Foundation
import Testing

@testable import VerbatimCommands

/// Folders of commands that were killed.
@Suite struct TemporaryFolderTests {
    private let all = FileManager.default.temporaryDirectory
    private let name = "verbatim-\(UUID().uuidString)"

    /// Creates a folder as a run that was killed leaves it.
    private func folder(_ ending: String, isOld: Bool = true) throws -> URL {
        let url = all.appending(path: "\(name)-\(ending)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data().write(to: url.appending(path: "file"))
        if isOld { try makeOld(url) }
        return url
    }

    private func makeOld(_ url: URL) throws {
        let hour = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -3600)]
        try FileManager.default.setAttributes(hour, ofItemAtPath: url.path)
    }

    private func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

    @Test func `the folder of a run that was killed is removed by the next one, and no other`() throws {
        let abandoned = try folder(UUID().uuidString)
        let young = try folder(UUID().uuidString, isOld: false)
        let foreign = try folder("mine")
        let used = try VerbatimCommands.TemporaryFolder(name)
        try makeOld(used.url)
        let new = try VerbatimCommands.TemporaryFolder(name)
        #expect(!isThere(abandoned))
        for url in [young, foreign, used.url, new.url] {
            #expect(isThere(url), "\(url)")
            try FileManager.default.removeItem(at: url)
        }
    }
}

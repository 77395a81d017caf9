import Foundation
import Testing
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimReplay

/// The recordings of this repository, which hold what the providers document.
@Suite struct CommittedRecordingTests {
    static let files: [URL] = {
        let root = PackageFolder.url.appending(path: "Recordings")
        let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".har") }.sorted().map { root.appending(path: $0) }
    }()

    @Test func `there are recordings`() {
        #expect(Self.files.count > 10)
    }

    @Test(arguments: files)
    func `recording the same traffic again would redact nothing more`(file: URL) throws {
        let redactor = Redactor(Redaction(environment: [:]))
        for interaction in try Archive(contentsOf: file).interactions {
            #expect(redactor.redact(interaction.request, for: .recording) == interaction.request)
            let response = try redactor.redact(interaction.outcome).response
            #expect(response?.headers == interaction.outcome.response?.headers)
            #expect(try response?.body.bytes() == interaction.responseBytes())
        }
        #expect(redactor.summary.isEmpty, "\(redactor.summary)")
    }
}

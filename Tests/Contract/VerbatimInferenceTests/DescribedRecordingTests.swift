import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimInference

/// The contracts of the frozen project describe its recordings completely.
@Suite struct DescribedRecordingTests {
    @Test(arguments: ["flickr", "google-books", "itunes", "reqres"])
    func `inference does not change a contract that describes its recordings`(_ api: String) throws {
        let folder = PackageFolder.frozen("Recordings/\(api)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".har")
        }
        #expect(!names.isEmpty)
        let interactions = try names.flatMap {
            try Archive(contentsOf: folder.appending(path: $0)).interactions
        }
        let file = PackageFolder.frozen("Contracts/\(api).json")
        let inferred = try ContractInference().update(try Contract(contentsOf: file), with: interactions)
        #expect(inferred.edits.isEmpty)
        #expect(inferred.unresolved.isEmpty)
        #expect(try inferred.text == String(contentsOf: file, encoding: .utf8))
    }
}

import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON
import VerbatimModels
import VerbatimTestSupport

@Suite struct ModelBindingTests {
    private struct Photo: Decodable, Sendable {
        let id: String
        let title: String?
    }

    private let binding = ModelBinding("photos", Photo.self, decoder: { JSONDecoder() })

    @Test func `reads the statuses of its operation only`() {
        #expect(binding.reads("photos", status: 200))
        #expect(!binding.reads("photos", status: 404))
        #expect(!binding.reads("albums", status: 200))
    }

    @Test(arguments: [
        (#"{"id":"1","title":null}"#, true), (#"{"id":"1","title":2}"#, false), ("{}", false),
    ])
    func `accepts exactly the bodies that it reads without a failure`(body: String, isAccepted: Bool) {
        #expect(binding.accepts(Data(body.utf8)) == isAccepted)
        #expect(binding.read(Data(body.utf8)).failures.isEmpty == isAccepted)
    }

    @Test func `reports the requested and the unread keys`() throws {
        let usage = try #require(binding.read(Data(#"{"id":"1","owner":"x"}"#.utf8)).usage)
        #expect(usage.keys.map(\.name) == ["id", "title"])
        #expect(usage.keys.map(\.isRequired) == [true, false])
        #expect(usage.unread.map(\.name) == ["owner"])
    }

    /// Keeps the photos that can be decoded.
    private struct Photos: Decodable, Sendable {
        private struct Attempt: Decodable {
            let photo: Photo?

            init(from decoder: any Decoder) throws {
                photo = try? decoder.singleValueContainer().decode(Photo.self)
            }
        }

        let photos: [Photo]

        init(from decoder: any Decoder) throws {
            photos = try [Attempt](from: decoder).compactMap(\.photo)
        }
    }

    @Test func `reports what a model leaves out of a body that it reads`() {
        let binding = ModelBinding("photos", Photos.self, decoder: { JSONDecoder() })
        let body = Data(#"[{"id":"1"},{"id":2}]"#.utf8)
        let reading = binding.read(body)
        #expect(binding.accepts(body))
        #expect(reading.failures == [])
        #expect(!reading.isComplete)
        #expect(
            reading.dropped == [
                ModelFailure(
                    kind: .wrongType, pointer: "/1/id", line: 1, column: 19, found: "the number 2",
                    expected: "ModelBindingTests.Photo.id expects String",
                    property: "ModelBindingTests.Photo.id", need: "expects String")
            ])
    }

    @Test func `reports the app's own failures if the reading cannot be traced`() {
        let failure = ModelFailure(found: "text", expected: "XML")
        let binding = ModelBinding("photos", model: "Photo") { $0.isEmpty ? [failure] : [] }
        #expect(binding.read(Data()).failures == [failure])
        #expect(!binding.accepts(Data()))
        #expect(binding.read(Data([1])).usage == nil)
    }
}

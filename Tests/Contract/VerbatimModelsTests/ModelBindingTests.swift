import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON
import VerbatimModels

struct ModelBindingTests {
    private struct Photo: Decodable, Sendable {
        let id: String
        let title: String?
    }

    private let binding = ModelBinding("photos", Photo.self, decoder: { JSONDecoder() })

    @Test func `reads the statuses of its operation and no others`() {
        #expect(binding.reads("photos", status: 200))
        #expect(!binding.reads("photos", status: 404))
        #expect(!binding.reads("albums", status: 200))
    }

    @Test(arguments: [
        (#"{"id":"1","title":null}"#, true), (#"{"id":"1","title":2}"#, false), ("{}", false),
    ])
    func `accepts what it finds no failure in`(body: String, isAccepted: Bool) {
        #expect(binding.accepts(Data(body.utf8)) == isAccepted)
        #expect(binding.read(Data(body.utf8)).failures.isEmpty == isAccepted)
    }

    @Test func `tells which keys the model asks for and which nobody reads`() throws {
        let usage = try #require(binding.read(Data(#"{"id":"1","owner":"x"}"#.utf8)).usage)
        #expect(usage.keys.map(\.name) == ["id", "title"])
        #expect(usage.keys.map(\.isRequired) == [true, false])
        #expect(usage.unread.map(\.name) == ["owner"])
    }

    @Test func `judges with the app's own words where the reading cannot be watched`() {
        let failure = ModelFailure(found: "text", wanted: "XML")
        let binding = ModelBinding("photos", model: "Photo") { $0.isEmpty ? [failure] : [] }
        #expect(binding.read(Data()).failures == [failure])
        #expect(!binding.accepts(Data()))
        #expect(binding.read(Data([1])).usage == nil)
    }
}

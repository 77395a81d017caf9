import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON

/// The counts of requested and of unread keys.
@Suite struct KeyUsageTests {
    private struct Album: Decodable {
        struct Track: Decodable {
            let title: String
            let seconds: Int?
        }

        let name: String
        let tracks: [Track]
        let prices: [String: Double]?
        let lookedFor: Bool

        private enum CodingKeys: CodingKey { case name, tracks, prices, rare }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            tracks = try container.decode([Track].self, forKey: .tracks)
            prices = try container.decodeIfPresent([String: Double].self, forKey: .prices)
            lookedFor = container.contains(.rare)
        }
    }

    private func lines(_ usage: KeyUsage) -> [String] {
        usage.keys.map { key in
            "\(key.model) \(key.location)/\(key.name): \(key.type ?? "-")\(key.isRequired ? "" : "?")"
                + " \(key.found) found, \(key.null) null, \(key.absent) absent"
        } + usage.unread.map { "unread \($0.location)/\($0.name) \($0.count)" }
    }

    @Test func `counts keys that are found, null, absent and unread`() {
        let body = """
            {"name": "a", "year": 1, "prices": {"eu": 1, "us": 2},
             "tracks": [{"title": "x", "seconds": 1, "id": 7}, {"title": "y", "seconds": null}, {"title": "z"}]}
            """
        let report = ModelDecoding.check(Album.self, in: Data(body.utf8), with: JSONDecoder())
        #expect(
            lines(report.usage) == [
                "KeyUsageTests.Album /name: String 1 found, 0 null, 0 absent",
                "KeyUsageTests.Album /prices: [String: Double]? 1 found, 0 null, 0 absent",
                "KeyUsageTests.Album /rare: -? 0 found, 0 null, 1 absent",
                "KeyUsageTests.Album /tracks: [KeyUsageTests.Album.Track] 1 found, 0 null, 0 absent",
                "KeyUsageTests.Album.Track /tracks/*/seconds: Int? 1 found, 1 null, 1 absent",
                "KeyUsageTests.Album.Track /tracks/*/title: String 3 found, 0 null, 0 absent",
                "unread /tracks/*/id 1", "unread /year 1",
            ])
    }

    @Test func `counts each key once even if the model runs several times`() {
        let body = #"{"tracks": [{"title": 1, "seconds": "x"}], "name": 7}"#
        let report = ModelDecoding.check(Album.self, in: Data(body.utf8), with: JSONDecoder())
        #expect(report.failures.count == 3)
        #expect(report.usage.keys.map { $0.found + $0.null + $0.absent } == [1, 1, 1, 1, 1, 1])
    }

    @Test func `adds the counts of several documents`() {
        let bodies = [#"{"name": "a", "tracks": [], "rare": 1}"#, #"{"name": "b", "tracks": [], "year": 1}"#]
        var sum = KeyUsage()
        for body in bodies {
            sum.add(ModelDecoding.check(Album.self, in: Data(body.utf8), with: JSONDecoder()).usage)
        }
        #expect(
            lines(sum) == [
                "KeyUsageTests.Album /name: String 2 found, 0 null, 0 absent",
                "KeyUsageTests.Album /prices: [String: Double]? 0 found, 0 null, 2 absent",
                "KeyUsageTests.Album /rare: -? 0 found, 0 null, 1 absent",
                "KeyUsageTests.Album /tracks: [KeyUsageTests.Album.Track] 2 found, 0 null, 0 absent",
                "unread /year 1",
            ])
    }

    /// Requests keys again and again: as several types, in several containers, after other tests.
    private struct Attempts: Decodable {
        struct Size: Decodable {
            let width: Int
        }

        private enum CodingKeys: CodingKey { case id, note, sizes }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = (try? container.decode(Int.self, forKey: .id)).map(String.init)
            _ = try? container.decode(Bool.self, forKey: .id)
            _ = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
            if container.contains(.note), try !container.decodeNil(forKey: .note) {
                _ = try container.decode(String.self, forKey: .note)
            }
            _ = try container.decodeIfPresent(String.self, forKey: .note)
            var sizes = try container.nestedUnkeyedContainer(forKey: .sizes)
            while !sizes.isAtEnd {
                let size = try sizes.superDecoder()
                _ = try? Size(from: size)
                _ = try? Size(from: size)
            }
        }
    }

    @Test func `counts a key once in each object, however often a model requests it`() {
        let body = """
            [{"id": "a", "note": null, "sizes": [{"width": 1}, {"width": "2"}, {}]},
             {"id": "b", "note": "n", "sizes": []}, {"id": "c", "sizes": [{"width": null}]}]
            """
        let report = ModelDecoding.check([Attempts].self, in: Data(body.utf8), with: JSONDecoder())
        #expect(report.failures == [])
        #expect(
            lines(report.usage) == [
                "KeyUsageTests.Attempts /*/id: Int 3 found, 0 null, 0 absent",
                "KeyUsageTests.Attempts /*/note: String? 1 found, 1 null, 1 absent",
                "KeyUsageTests.Attempts /*/sizes: [Any] 3 found, 0 null, 0 absent",
                "KeyUsageTests.Attempts.Size /*/sizes/*/width: Int 2 found, 1 null, 1 absent",
            ])
    }
}

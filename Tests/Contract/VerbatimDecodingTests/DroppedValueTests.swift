import Foundation
import Testing
import VerbatimDecoding

/// Returns the failures for which a model left out a value.
private func dropped<Model: Decodable>(_ model: Model.Type, _ body: String) -> [String] {
    let report = ModelDecoding.check(model, in: Data(body.utf8), with: JSONDecoder())
    #expect(report.failures == [])
    return report.dropped.map(String.init(describing:))
}

struct Track: Decodable {
    let id: Int
    let name: String?
}

/// Decodes elements one by one, and skips those that fail.
struct SkippingList: Decodable {
    struct Skipped: Decodable {}

    var items: [Track] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let item = try? container.decode(Track.self) {
                items.append(item)
            } else {
                _ = try container.decode(Skipped.self)
            }
        }
    }
}

/// Decodes each element as a wrapper that never throws.
struct WrappingList: Decodable {
    struct Attempt: Decodable {
        let item: Track?

        init(from decoder: any Decoder) throws {
            item = try? decoder.singleValueContainer().decode(Track.self)
        }
    }

    let items: [Track]

    init(from decoder: any Decoder) throws {
        items = try [Attempt](from: decoder).compactMap(\.item)
    }
}

/// Calls the initializer of the elements itself.
struct CallingList: Decodable {
    var items: [Track] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let element = try container.superDecoder()
            if let item = try? Track(from: element) { items.append(item) }
        }
    }
}

/// Catches the errors of single properties.
struct LenientModel: Decodable {
    enum Kind: String, Decodable { case book }

    let count: Int
    let kind: Kind?
    let note: String?
    let inner: Track?

    enum CodingKeys: CodingKey { case count, kind, note, inner }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            count = try container.decode(Int.self, forKey: .count)
        } catch {
            count = try container.decode(String.self, forKey: .count).count
        }
        kind = try? container.decode(Kind.self, forKey: .kind)
        note = try? container.decode(String.self, forKey: .note)
        inner = try? container.decodeIfPresent(Track.self, forKey: .inner)
    }
}

/// Tries one case after the other, in both common ways.
enum UnionModel: Decodable {
    struct Named: Decodable { let name: String }
    struct Numbered: Decodable { let number: Int }

    case named(Named), numbered(Numbered), text(String)

    init(from decoder: any Decoder) throws {
        if let named = try? Named(from: decoder) {
            self = .named(named)
        } else if let numbered = try? Numbered(from: decoder) {
            self = .numbered(numbered)
        } else {
            self = .text(try decoder.singleValueContainer().decode(String.self))
        }
    }
}

/// Values that a model leaves out because it catches the error.
@Suite struct DroppedValueTests {
    private static let list = #"[{"id": 1}, {"id": "2"}, 3, {"id": 4, "name": 5}, {"id": 6}]"#

    private static let failures = [
        #"'/1/id' is the string "2"; Track.id expects Int"#,
        "'/3/name' is the number 5; Track.name expects String",
    ]

    @Test func `reports the elements that a list skips`() {
        #expect(
            dropped(SkippingList.self, Self.list) == [
                Self.failures[0], "'/2' is the number 3; SkippingList[] expects Track as an object",
                Self.failures[1],
            ])
    }

    @Test func `reports the elements that a wrapper replaces by nil`() {
        #expect(
            dropped(WrappingList.self, Self.list) == [
                Self.failures[0],
                "'/2' is the number 3; WrappingList[] expects WrappingList.Attempt as an object",
                Self.failures[1],
            ])
    }

    @Test func `reports the elements whose initializer a list calls`() {
        #expect(
            dropped(CallingList.self, Self.list) == [
                Self.failures[0], "'/2' is the number 3; CallingList[] expects an object", Self.failures[1],
            ])
    }

    @Test(arguments: [
        ("[]", []), (#"[{"id": 1}]"#, []),
        (#"[{"id": 1}, {}]"#, ["'/1/id' is missing; Track.id expects Int"]),
        (#"[null, {"id": 1}]"#, ["'/0' is null; SkippingList[] expects Track as an object"]),
    ])
    func `reports elements that lack what their model requires`(body: String, expected: [String]) {
        #expect(dropped(SkippingList.self, body) == expected)
    }

    @Test(arguments: [
        (#"{"count": 1, "kind": "book", "note": "n", "inner": {"id": 1}}"#, []),
        (#"{"count": "123"}"#, []),
        (#"{"count": 1, "kind": null, "note": null, "inner": null}"#, []),
        (
            #"{"count": 1, "kind": "disc"}"#,
            [
                #"'/kind' is the string "disc"; LenientModel.kind expects LenientModel.Kind, which has no such case"#
            ]
        ),
        (#"{"count": 1, "note": 7}"#, ["'/note' is the number 7; LenientModel.note expects String"]),
        (#"{"count": 1, "inner": {}}"#, ["'/inner/id' is missing; Track.id expects Int"]),
    ])
    func `reports properties of which a model reads nothing`(body: String, expected: [String]) {
        #expect(dropped(LenientModel.self, body) == expected)
    }

    @Test(arguments: [#"[{"name": "a"}, {"number": 1, "name": 2}, "text"]"#])
    func `reports nothing of a union, which reads the value in another way`(body: String) {
        #expect(dropped([UnionModel].self, body) == [])
    }

    @Test func `the pass that follows the model skips what the model skips`() {
        let body = #"[{"id": "1"}, {"id": 2}, {"id": "3"}, {"id": 4, "name": "four"}]"#
        let report = ModelDecoding.check(SkippingList.self, in: Data(body.utf8), with: JSONDecoder())
        #expect(report.value?.items.map(\.id) == [2, 4])
        #expect(
            report.usage.keys.map { "\($0.pointer) \($0.found) \($0.absent)" } == [
                "/*/id 4 0", "/*/name 1 1",
            ])
        #expect(
            report.dropped.map { "\($0.pointer) \($0.position.map(String.init) ?? "-")" } == [
                "/0/id 1:9", "/2/id 1:33",
            ])
    }
}

import Foundation
import Testing
import VerbatimDecoding
import VerbatimJSON

/// Models with initializers of their own: an error that they catch is not a failure, one that they throw is.
@Suite struct InitializerTests {
    /// A price in one of two forms.
    private struct Price: Decodable {
        let amount: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                amount = number
            } else if let number = Double(try container.decode(String.self)) {
                amount = number
            } else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "a price is a number")
            }
        }
    }

    private struct Offer: Decodable {
        let name: String
        let price: Price
    }

    @Test(arguments: [
        (#"{"name": "a", "price": 1.5}"#, []),
        (#"{"name": "a", "price": "1.5"}"#, []),
        (
            #"{"name": 1, "price": "dear"}"#,
            [
                "1:10 wrong-type: '/name' is the number 1; InitializerTests.Offer.name expects String",
                #"1:22 rejected: '/price' is the string "dear"; InitializerTests.Offer.price expects "#
                    + "InitializerTests.Price: a price is a number",
            ]
        ),
        (
            #"{"name": "a", "price": []}"#,
            [
                "1:24 wrong-type: '/price' is the array []; InitializerTests.Offer.price expects "
                    + "InitializerTests.Price as String"
            ]
        ),
    ])
    func `accepts a value in each form that the model accepts`(_ body: String, _ expected: [String]) {
        #expect(messages(Offer.self, body) == expected)
    }

    private struct Page: Decodable {
        let first: Int
        let last: Int
        let note: String

        private enum Keys: CodingKey { case range, first, last, note }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let range = try container.nestedContainer(keyedBy: Keys.self, forKey: .range)
            first = try range.decode(Int.self, forKey: .first)
            last = try range.decode(Int.self, forKey: .last)
            guard first <= last else {
                throw DecodingError.dataCorruptedError(
                    forKey: .last, in: range, debugDescription: "the last comes before the first")
            }
            note = try container.decode(String.self, forKey: .note)
        }
    }

    @Test(arguments: [
        (
            #"{"range": {"first": "1", "last": 2.5}, "note": null}"#,
            [
                #"1:21 wrong-type: '/range/first' is the string "1"; InitializerTests.Page.range.first expects Int"#,
                "1:34 number-does-not-fit: '/range/last' is the number 2.5, which does not fit; "
                    + "InitializerTests.Page.range.last expects Int",
                "1:48 null: '/note' is null; InitializerTests.Page.note expects String",
            ], []
        ),
        (
            #"{"range": {"first": 3, "last": 2}, "note": null}"#,
            [
                "1:32 rejected: '/range/last' is the number 2; InitializerTests.Page.range.last expects Int: "
                    + "the last comes before the first"
            ], [""]
        ),
        (
            #"{"range": 1, "note": null}"#,
            [
                "1:11 wrong-type: '/range' is the number 1; InitializerTests.Page.range expects an object",
                "1:22 null: '/note' is null; InitializerTests.Page.note expects String",
            ], []
        ),
    ])
    func `continues after failures, and reports where it cannot`(
        _ body: String, _ expected: [String], _ unexplored: [String]
    ) {
        #expect(messages(Page.self, body) == expected)
        let report = ModelDecoding.check(Page.self, in: Data(body.utf8), with: JSONDecoder())
        #expect(report.unexplored.map(\.description) == unexplored)
    }

    private struct Media: Decodable {
        enum Kind: String, Decodable { case photo, video }

        let url: URL
        let seconds: Int?

        private enum Keys: CodingKey { case kind, url, seconds, title }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            switch try container.decode(Kind.self, forKey: .kind) {
            case .photo: seconds = nil
            case .video: seconds = try container.decode(Int.self, forKey: .seconds)
            }
            url = try container.decode(URL.self, forKey: .url)
        }
    }

    @Test func `ignores failures on a path that a placeholder chose`() {
        let body = #"[{"kind": "photo", "url": "/a"}, {"kind": "film", "url": 1}]"#
        #expect(
            messages([Media].self, body) == [
                #"1:43 unknown-case: '/1/kind' is the string "film"; InitializerTests.Media.kind expects "#
                    + "InitializerTests.Media.Kind, which has no such case",
                "1:58 wrong-type: '/1/url' is the number 1; InitializerTests.Media.url expects URL",
            ])
    }

    private class Thing: Decodable {
        let id: Int
    }

    private final class NamedThing: Thing {
        let name: String

        private enum CodingKeys: CodingKey { case name, thing }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder(forKey: .thing))
        }
    }

    @Test func `finds failures in a superclass that has its own object`() {
        #expect(
            messages(NamedThing.self, #"{"name": null, "thing": {"id": "7"}}"#) == [
                "1:10 null: '/name' is null; InitializerTests.NamedThing.name expects String",
                #"1:32 wrong-type: '/thing/id' is the string "7"; InitializerTests.Thing.id expects Int"#,
            ])
    }

    private struct Celsius: Decodable, DecodableWithConfiguration {
        let degrees: Double

        init(from decoder: any Decoder) throws {
            try self.init(from: decoder, configuration: .celsius)
        }

        init(from decoder: any Decoder, configuration: UnitTemperature) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            degrees = try container.decode(Double.self, forKey: .degrees)
            _ = try container.decode(String.self, forKey: .location)
        }

        private enum Keys: CodingKey { case degrees, location }
    }

    @Test func `decodes a model that needs a configuration`() {
        let body = Data(#"{"degrees": "21"}"#.utf8)
        let report = ModelDecoding.check(
            Celsius.self, in: body, configuration: .celsius, with: JSONDecoder())
        #expect(
            report.failures.map(\.description) == [
                "'/location' is missing; InitializerTests.Celsius.location expects String",
                #"'/degrees' is the string "21"; InitializerTests.Celsius.degrees expects Double"#,
            ])
    }
}

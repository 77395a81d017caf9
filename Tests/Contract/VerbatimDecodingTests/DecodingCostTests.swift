import Foundation
import Testing
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimDecoding

/// The costs of tracing the decoding of a document, by every size that it controls.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct DecodingCostTests {
    @Test(arguments: cases)
    func `the cost of tracing grows with the document`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    private static func decode<Model: Decodable & SendableMetatype>(
        _ name: String, as type: Model.Type, from start: Int = 64,
        strategy: @escaping @Sendable () -> JSONDecoder.KeyDecodingStrategy = { .useDefaultKeys },
        _ text: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(name, from: start, input: { Data(text($0).utf8) }) { data in
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = strategy()
            _ = ModelDecoding.check(type, in: data, with: decoder)
        }
    }

    /// A model with a list, and a property after it.
    private struct Page: Decodable {
        struct Item: Decodable {
            let id: Int
            let title: String
            let note: String?
        }

        let items: [Item]
        let count: Int
    }

    /// A model that contains itself.
    private struct Node: Decodable {
        let value: Int
        let children: [Node]
    }

    static let cases = [
        decode("elements", as: Page.self) { n in
            "{\"items\": [" + n.texts { "{\"id\": \($0), \"title\": \"\"}" } + "], \"count\": 1}"
        },
        decode("elements of a wrong type", as: Page.self) { n in
            "{\"items\": [" + n.texts { "{\"id\": \"\($0)\", \"title\": 1}" } + "], \"count\": \"a\"}"
        },
        decode("elements without properties", as: Page.self) { n in
            "{\"items\": [" + n.texts { _ in "{}" } + "]}"
        },
        decode("names that are not read", as: Page.self) { n in
            "{\"items\": [{\"id\": 1, \"title\": \"\"," + n.texts { "\"n\($0)\": 1" } + "}], \"count\": 1}"
        },
        decode("elements that a list skips", as: SkippingList.self) { n in
            "[" + n.texts { "{\"id\": \"\($0)\"}, {\"id\": 1}" } + "]"
        },
        decode("numbers in a list", as: [Int].self) { n in "[" + n.texts { "\"\($0)\"" } + "]" },
        decode("values of a dictionary", as: [String: Int].self) { n in
            "{" + n.texts { "\"n\($0)\": \"a\"" } + "}"
        },
        decode(
            "values of a dictionary with other keys", as: [String: Page.Item].self,
            strategy: { .convertFromSnakeCase }
        ) { n in
            "{" + n.texts { "\"the_n\($0)\": {\"the_id\": 1}" } + "}"
        },
        // A failure at each level has a path of that length, so the failures alone are quadratic; the decoder
        // bounds the levels.
        decode("a value below many levels of a model", as: Node.self, from: 128) { n in
            let depth = 100
            let nested =
                String(repeating: "{\"value\": \"a\", \"children\": [", count: depth)
                + String(repeating: "]}", count: depth)
            return "{\"value\": 1, \"children\": [\(nested)], \"notes\": [" + n.texts { "\($0)" } + "]}"
        },
    ]
}

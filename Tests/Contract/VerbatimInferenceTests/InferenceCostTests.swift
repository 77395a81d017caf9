import Foundation
import Testing
import VerbatimContract
import VerbatimHAR
import VerbatimTestSupport

@testable import VerbatimInference

/// The costs of inferring contracts, by every size that recordings control.
@Suite(.serialized, .enabled(if: TestEffort.isExhaustive)) struct InferenceCostTests {
    @Test(arguments: requests + bodies + updates)
    func `the cost of an inference grows with the traffic`(_ cost: CostCase) throws {
        let growth = try cost.growth()
        #expect(growth.isLinear, "\(cost): \(growth)")
    }

    private static func infer(
        _ name: String, from start: Int = 64, _ traffic: @escaping @Sendable (Int) -> [Interaction]
    ) -> CostCase {
        CostCase(name, from: start, input: traffic) { traffic in
            _ = try ContractInference(minimumResponses: 1).contract(file: Traffic.file, from: traffic)
        }
    }

    private static func requests(_ urls: [String]) -> [Interaction] {
        urls.flatMap { Traffic.responses(["{}"], to: $0) }
    }

    static let requests = [
        infer("paths") { n in requests((0..<n).map { "https://api.shop.test/p\($0)x" }) },
        infer("paths that may have a parameter") { n in
            requests((0..<n).map { "https://api.shop.test/p/\($0)" })
        },
        infer("words that answer alike") { n in
            (0..<n).flatMap { number in
                Traffic.responses(
                    [#"{"a": 1, "b": 2, "c": 3, "d": {"e": 4}}"#],
                    to: "https://api.shop.test/items/\(number.words)")
            }
        },
        infer("words beside an identifier") { n in
            requests(
                ["https://api.shop.test/items/7"]
                    + (0..<n).map { "https://api.shop.test/items/\($0.words)/\($0.words)" })
        },
        infer("words that answer in different ways") { n in
            (0..<n).flatMap { number in
                Traffic.responses(
                    ["{\"a\(number)\": 1, \"b\(number)\": 2, \"c\": 3, \"d\": 4}"],
                    to: "https://api.shop.test/items/\(number.words)")
            }
        },
        infer("segments that bodies have as values") { n in
            (0..<n).flatMap { number in
                Traffic.responses(
                    [#"{"items": [{"slug": "lamp-\#(number)"}, {"slug": "lamp-\#(n - number)"}]}"#],
                    to: "https://api.shop.test/items/lamp-\(number)/parts/lamp-\(n - number)")
            }
        },
        infer("segments of a path") { n in
            requests(["https://api.shop.test" + (0..<n).map { "/\($0)" }.joined()])
        },
        infer("names in a query") { n in
            requests(["https://api.shop.test/p?" + (0..<n).map { "n\($0)=1" }.joined(separator: "&")])
        },
        infer("names in queries of many requests") { n in
            requests((0..<n).map { "https://api.shop.test/p?n\($0 % 64)=1" })
        },
        infer("functions") { n in
            requests((0..<n).map { "https://api.shop.test/p?method=shop.f\($0)" })
        },
        infer("hosts") { n in requests((0..<n).map { "https://h\($0).shop.test/p" }) },
        infer("responses to one request") { n in
            Traffic.responses((0..<n).map { "{\"a\": \($0)}" })
        },
    ]

    static let bodies = [
        infer("properties of an object") { n in
            Traffic.responses(["{" + n.texts { "\"n\($0)\": \($0)" } + "}"])
        },
        infer("properties of the elements of a list") { n in
            Traffic.responses(["[" + n.texts { "{\"n\($0)\": \($0)}" } + "]"])
        },
        infer("properties of elements that have a type") { n in
            Traffic.responses(["[" + n.texts { "{\"type\": \"t\($0 % 8)\", \"n\($0)\": 1}" } + "]"])
        },
        infer("objects of several kinds") { n in
            Traffic.responses(["[" + n.texts { "{\"type\": \"t\($0 % 8)\", \"n\($0 % 8)\": 1}" } + "]"])
        },
        infer("properties of objects of several kinds") { n in
            let own = { (kind: String) in n.texts { "\"\(kind)\($0)\": {\"\(kind)\": \"a\"}" } }
            let objects = ["a", "b", "a", "b"].map { "{\"type\": \"\($0)\", \(own($0))}" }
            return Traffic.responses(["[" + objects.joined(separator: ",") + "]"])
        },
        infer("lists of objects of several kinds") { n in
            Traffic.responses([
                "{"
                    + n.texts { name in
                        let objects = (0..<4).map { "{\"type\": \"t\($0 % 2)\", \"n\($0 % 2)\": \(name)}" }
                        return "\"l\(name)\": [" + objects.joined(separator: ",") + "]"
                    } + "}"
            ])
        },
        infer("objects that are almost the same") { n in
            let common = (0..<10).map { "\"c\($0)\": 1" }.joined(separator: ", ")
            return Traffic.responses([
                "{" + n.texts { "\"o\($0)\": {\(common), \"n\($0)\": 1, \"m\($0)\": 1}" } + "}"
            ])
        },
        infer("dictionaries in dictionaries") { n in
            Traffic.responses([
                "[" + n.texts { "{\"labels\": {\"l\($0)\": {\"tags\": {\"t\($0)\": [\($0)]}}}}" } + "]"
            ])
        },
        infer("keys of a dictionary that a request names") { n in
            Traffic.responses(
                ["{" + n.texts { "\"k\($0)\": {\"a\": \($0)}" } + "}"],
                to: "https://api.shop.test/items?ids=" + n.texts { "k\($0)" })
        },
        infer("names of objects of two types") { n in
            Traffic.responses([
                "{" + n.texts { "\"o\($0)\": {\"type\": \"t\($0 % 2)\", \"a\": 1, \"b\": 2}" } + "}"
            ])
        },
        infer("values of an enumeration") { n in
            Traffic.responses(["[" + n.texts { "\"v\($0 % 16)\"" } + "]"])
        },
        infer("strings") { n in Traffic.responses(["[" + n.texts { "\"v\($0)\"" } + "]"]) },
        infer("elements of many types") { n in
            Traffic.responses(["[" + n.texts { ["1", "\"a\"", "[1]", "{\"a\": 1}", "null"][$0 % 5] } + "]"])
        },
    ]

    /// A contract, and traffic to update it with.
    private struct Update: Sendable {
        let contract: Contract
        let traffic: [Interaction]
    }

    private static func update(
        _ name: String, from start: Int = 64, schema: @escaping @Sendable (Int) -> String,
        body: @escaping @Sendable (Int) -> String
    ) -> CostCase {
        CostCase(name, from: start) { n in
            var generated = GeneratedContract(schema: schema(n))
            generated.schemas = ##""A": {"type": "object", "properties": {"type": {"const": "a"}}}"##
            let data = generated.data
            return Update(
                contract: try Contract(parsing: data, file: Traffic.file),
                traffic: Traffic.responses([body(n)], to: "https://a.test/a"))
        } work: { update in
            _ = try ContractInference(minimumResponses: 1).update(update.contract, with: update.traffic)
        }
    }

    static let updates = [
        update("new properties") { _ in
            #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
        } body: { n in
            "{" + n.texts { "\"n\($0)\": 1" } + "}"
        },
        update("elements that a type does not allow") { _ in
            #"{"items": {"type": "string"}}"#
        } body: { n in
            "[" + n.texts { "\($0)" } + "]"
        },
        update("properties that their types do not allow") { n in
            "{\"properties\": {" + n.texts { "\"n\($0)\": {\"type\": \"string\"}" } + "}}"
        } body: { n in
            "{" + n.texts { "\"n\($0)\": 1" } + "}"
        },
        update("required properties that are missing") { n in
            "{\"type\": \"object\", \"required\": [" + n.texts { "\"n\($0)\"" } + "]}"
        } body: { _ in
            "{}"
        },
        update("new known values") { n in
            "{\"items\": {\"type\": \"string\", \"x-known-values\": [" + n.texts { "\"v\($0)\"" } + "]}}"
        } body: { n in
            "[" + n.texts { "\"w\($0)\"" } + "]"
        },
        update("kinds that a discriminator does not know") { _ in
            ##"{"items": {"oneOf": [{"$ref": "#/components/schemas/A"}], "discriminator": {"##
                + ##""propertyName": "type", "mapping": {"a": "#/components/schemas/A"}}}}"##
        } body: { n in
            "[" + n.texts { "{\"type\": \"t\($0)\", \"b\($0)\": 1}" } + "]"
        },
        update("values that an enumeration does not have") { n in
            "{\"items\": {\"enum\": [" + n.texts { "\"v\($0)\"" } + "]}}"
        } body: { n in
            "[" + n.texts { "\"w\($0)\"" } + "]"
        },
    ]
}

extension Int {
    /// A number in letters, so that nothing shows that it is one.
    fileprivate var words: String {
        String(self).map { "abcdefghij".map(String.init)[$0.wholeNumberValue ?? 0] }.joined()
    }
}

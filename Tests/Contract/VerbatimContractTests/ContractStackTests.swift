import Foundation
import Testing
import VerbatimHAR
import VerbatimJSON
import VerbatimTestSupport

@testable import VerbatimContract

/// The stack that contracts and bodies of the greatest depth need.
@Suite(.enabled(if: StackUse.isComparable)) struct ContractStackTests {
    @Test(arguments: reading + checking)
    func `deep contracts and bodies leave half of a small stack`(_ work: StackCase) throws {
        let use = try work.use()
        #expect(use.isWithinLimit, "\(work): \(use)")
    }

    /// Schemas in schemas, in which a contract is as deep as a document may be.
    private static let reading: [StackCase] = ["3.0.3", "3.1.0"].flatMap { version in
        [
            ("properties", #"{"properties":{"a":"#, 2), ("items", #"{"type":"array","items":"#, 1),
            ("allOf", #"{"allOf":[{}],"not":"#, 1), ("example", #"{"example":"#, 1),
            ("default", #"{"default":"#, 1), ("unknown", #"{"x-unknown":"#, 1),
        ].map { name, start, ends in
            StackCase("a contract of \(version) with deep \(name)") {
                let levels = 490 / ends
                var contract = GeneratedContract(
                    schema: String(repeating: start, count: levels) + #"{"type":"string"}"#
                        + String(repeating: "}", count: ends * levels))
                contract.version = version
                let read = try Contract(parsing: contract.data, file: "Contracts/a.json")
                #expect(read.operations.count == 1)
            }
        }
    }

    private static let checking: [StackCase] = [
        ("application/json", DeepText.arrays()), ("application/json", DeepText.objects()),
        ("application/json", DeepText.objects(around: "\"new\"")),
        ("text/xml", String(repeating: "<a>", count: 256) + String(repeating: "</a>", count: 256)),
        ("text/xml", String(repeating: "<a b='1'>", count: 256) + String(repeating: "</a>", count: 256)),
    ].flatMap { type, body in
        [
            ##"{"$ref":"#/components/schemas/N"}"##, #"{"type":"string"}"#,
            #"{}"#,
        ].enumerated().map { number, schema in
            StackCase("a check of \(type) \(body.prefix(9)) \(number)") {
                var contract = GeneratedContract(schema: schema)
                contract.mediaType = type
                contract.schemas = ##"""
                    "N": {"type": ["array", "object", "string"], "items": {"$ref": "#/components/schemas/N"},
                    "properties": {"a": {"$ref": "#/components/schemas/N"}}, "x-known-values": ["b"]}
                    """##
                let interaction = Interaction(
                    HTTPRequest("GET", "https://a.test/a"),
                    .response(HTTPResponse(200, headers: ["Content-Type": type], body: .text(body))))
                let read = try Contract(parsing: contract.data, file: "Contracts/a.json")
                let report = ContractSet([read]).check([interaction])
                #expect(report.interactions == 1)
            }
        }
    }
}

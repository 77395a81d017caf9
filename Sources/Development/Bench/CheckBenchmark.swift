import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimSchema

/// Checking interactions against a contract, compared with parsing and validating their bodies.
struct CheckBenchmark: Benchmark {
    let name = "check"
    let usage = "FOLDER NAME [INTERACTIONS]"

    func run(_ arguments: [String]) async throws {
        guard arguments.count >= 2 else { throw CocoaError(.fileReadNoSuchFile) }
        let folder = URL(fileURLWithPath: arguments[0])
        let (name, count) = (arguments[1], arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100)
        let schema = try JSON(
            parsing: Data(contentsOf: folder.appendingPathComponent("\(name).schema.json")))
        let body = try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
        let interactions = (0..<count).map { interaction($0, body) }
        let contracts = ContractSet([try Contract(parsing: contract(of: schema), file: "\(name).json")])
        let compiled = try Schema(schema).compile(options: .init(formats: .assertion))
        guard contracts.check(interactions).findings.isEmpty else { throw CocoaError(.coderInvalidValue) }
        let benchmark = try await PairedBenchmark(rounds: 9, calls: count) { _ in
            _ = contracts.check(interactions)
        } baseline: { _ in
            for interaction in interactions {
                guard case .response(let response) = interaction.outcome,
                    compiled.accepts(try JSON(parsing: response.body.storedBytes()))
                else { throw CocoaError(.coderInvalidValue) }
            }
        }
        benchmark.print("check/\(name)", against: "validate")
    }

    private func interaction(_ number: Int, _ body: Data) -> Interaction {
        let headers: HeaderFields = [
            "Content-Type": "application/json; charset=UTF-8", "Date": "Sat, 21 Nov 2026 10:05:56 GMT",
        ]
        return Interaction(
            HTTPRequest("GET", "https://bench.test/things/\(number)?q=word+\(number)&page=\(number + 1)"),
            .response(HTTPResponse(200, headers: headers, body: .data(body))),
            location: .init(archive: "bench.har", entry: number, line: number + 7))
    }

    /// A contract with one response that has a schema; the definitions of the schema become components.
    private func contract(of schema: JSON) -> Data {
        let components = schema["$defs"].members.map { ($0.name, $0.value.value) }
        let root = schema.members.filter { !$0.name.hasPrefix("$") }.map { ($0.name, $0.value.value) }
        let schemas = JSONValue.object(JSONObject(components + [("Root", .object(JSONObject(root)))]))
        let text = """
            {"openapi":"3.1.0","info":{"title":"bench","version":"1"},"servers":[{"url":"https://bench.test"}],
             "paths":{"/things/{id}":{"get":{"operationId":"things.get","parameters":[
               {"name":"id","in":"path","required":true,"schema":{"type":"integer"}},
               {"name":"q","in":"query","required":true,"schema":{"type":"string","minLength":1}},
               {"name":"page","in":"query","schema":{"type":"integer","minimum":1}}],
              "responses":{"200":{"description":"things",
               "headers":{"Date":{"required":true,"schema":{"type":"string",
                "x-date-formats":["EEE, dd MMM yyyy HH:mm:ss 'GMT'"]}}},
               "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Root"}}}}}}}},
             "components":{"schemas":\(schemas.text(.compact))}}
            """
        return Data(text.replacing("#/$defs/", with: "#/components/schemas/").utf8)
    }
}

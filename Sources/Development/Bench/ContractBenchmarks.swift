import Foundation
import VerbatimAppClients
import VerbatimContract
import VerbatimDiff
import VerbatimHAR
import VerbatimInference
import VerbatimJSON
import VerbatimModels
import VerbatimMutation
import VerbatimSchema

/// Checking interactions against a contract, compared with parsing and validating their bodies.
struct CheckBenchmark: Benchmark {
    let name = "check"
    let usage = "FOLDER NAME [INTERACTIONS]"

    func run(_ arguments: [String]) async throws {
        guard arguments.count >= 2 else { throw CocoaError(.fileReadNoSuchFile) }
        let folder = URL(fileURLWithPath: arguments[0])
        let (name, count) = (arguments[1], arguments.dropFirst(2).first.flatMap { Int($0) } ?? 100)
        let schema = try JSON(parsing: Data(contentsOf: folder.appendingPathComponent("\(name).schema.json")))
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

/// Inferring a schema from all JSON files of a folder, compared with parsing them.
struct InferBenchmark: Benchmark {
    let name = "infer"
    let usage = "FOLDER..."

    func run(_ arguments: [String]) async throws {
        for folder in arguments.map({ URL(fileURLWithPath: $0) }) {
            let documents = try Self.documents(in: folder)
            let bytes = documents.reduce(0) { $0 + $1.count }
            let benchmark = try await PairedBenchmark(rounds: 9, calls: 1) { _ in
                let inference = SchemaInference()
                for document in documents { inference.add(try JSON(parsing: document)) }
                guard !inference.schema.isEmpty else { throw CocoaError(.coderInvalidValue) }
            } baseline: { _ in
                for document in documents { _ = try JSON(parsing: document) }
            }
            let metric = "infer/\(folder.lastPathComponent)"
            benchmark.print(metric, against: "parse")
            printFigure(
                metric + "/beyond-parse", benchmark.difference / 1000, "ms",
                [
                    ("cpu_ms", figure(benchmark.processorDifference / 1000)),
                    ("files", "\(documents.count)"), ("bytes", "\(bytes)"),
                ])
        }
    }

    private static func documents(in folder: URL) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let documents = try names.filter { $0.hasSuffix(".json") }.map {
            [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
        }
        guard !documents.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
        return documents
    }
}

/// Evaluating all mutants of the largest response of a recording of the iTunes Store; and the complete
/// report, which includes trials of edits of the contract for the survivors.
struct MutateBenchmark: Benchmark {
    let name = "mutate"
    let usage = "ITUNES-CONTRACT RECORDING.har..."

    func run(_ arguments: [String]) async throws {
        guard let path = arguments.first else { return }
        let contract = try Contract(contentsOf: URL(fileURLWithPath: path))
        let model = ModelBinding(
            "search", ITunesSearchResponse.self, decoder: ITunesSearchService.makeDecoder)
        for path in arguments.dropFirst() {
            let file = URL(fileURLWithPath: path)
            let largest = try Self.largestResponse(in: Archive(contentsOf: file))
            let run = MutationRun(contract, models: [model])
            let (metric, interactions) = (file.lastPathComponent, [largest.interaction])
            await Self.measure("mutate/\(metric)", largest.bytes) {
                await run.evaluateMutants(of: interactions)
            }
            await Self.measure("mutate-report/\(metric)", largest.bytes) {
                await run.report(on: interactions).evaluated
            }
        }
    }

    /// Prints the number of mutants per second of CPU time: the median of seven rounds.
    private static func measure(_ metric: String, _ bytes: Int, _ work: () async -> Int) async {
        var mutants = 0
        var rounds: [CallTime] = []
        for _ in 0..<7 { rounds.append(await CallTime(of: 1) { mutants = await work() }) }
        let rates = rounds.map { Double(mutants) / $0.processor * 1e6 }.sorted()
        let wall = rounds.map(\.wall).sorted()[3]
        printFigure(
            metric, rates[3], "mutants/cpu-s",
            [
                ("body_bytes", String(bytes)), ("mutants", String(mutants)), ("min", figure(rates[0])),
                ("max", figure(rates[6])), ("wall_per_s", figure(Double(mutants) / wall * 1e6)),
            ])
    }

    private static func largestResponse(
        in archive: Archive
    ) throws -> (interaction: Interaction, bytes: Int) {
        let sized = try archive.interactions.map { ($0, try $0.responseBytes().count) }
        guard let largest = sized.max(by: { $0.1 < $1.1 }) else { throw CocoaError(.fileReadCorruptFile) }
        return largest
    }
}

/// Reading and comparing two contracts with thousands of operations that differ in every fiftieth schema.
struct DiffBenchmark: Benchmark {
    let name = "diff"
    let usage = "[OPERATIONS]"

    func run(_ arguments: [String]) async throws {
        let count = arguments.first.flatMap(Int.init) ?? 5_000
        let old = Data(Self.contract(operations: count, isChanged: false).text(.pretty).utf8)
        let new = Data(Self.contract(operations: count, isChanged: true).text(.pretty).utf8)
        var found = 0
        for _ in 0..<3 {
            let clock = ContinuousClock()
            let start = clock.now
            async let oldContract = Contract(parsing: old, file: "old.json")
            async let newContract = Contract(parsing: new, file: "new.json")
            let comparison = ContractComparison(try await oldContract, try await newContract)
            let read = clock.now - start
            let compared = clock.measure { found = comparison.changes().count }
            printFigure(
                "diff", (read + compared) / .seconds(1), "s",
                [
                    ("operations", "\(count)"), ("bytes", "\(old.count + new.count)"),
                    ("changes", "\(found)"),
                    ("read", figure(read / .seconds(1))), ("compared", figure(compared / .seconds(1))),
                ])
        }
        guard found > 0 else { throw CocoaError(.coderInvalidValue) }
    }

    /// A contract in which each operation has its own schema and a shared one.
    private static func contract(operations: Int, isChanged: Bool) -> JSONValue {
        var paths = JSONObject()
        var schemas: JSONObject = [
            "Page": ["type": "object", "properties": ["next": ["type": "string", "format": "uri"]]]
        ]
        for number in 0..<operations {
            schemas.append("Thing\(number)", thing(number, isChanged: isChanged && number.isMultiple(of: 50)))
            paths.append("/things/\(number)/{id}", path(number))
        }
        return [
            "openapi": "3.1.0", "info": ["title": "Things", "version": "1"],
            "servers": [["url": "https://api.test"]], "paths": .object(paths),
            "components": ["schemas": .object(schemas)],
        ]
    }

    private static func path(_ number: Int) -> JSONValue {
        let schema: JSONValue = [
            "allOf": [
                ["$ref": "#/components/schemas/Page"],
                ["$ref": .string("#/components/schemas/Thing\(number)")],
            ]
        ]
        return [
            "get": [
                "operationId": .string("things.\(number)"),
                "parameters": [
                    ["name": "id", "in": "path", "required": true, "schema": ["type": "string"]],
                    [
                        "name": "limit", "in": "query",
                        "schema": ["type": "integer", "minimum": 1, "maximum": 100],
                    ],
                ],
                "responses": [
                    "200": [
                        "description": "a thing", "headers": ["Date": ["schema": ["type": "string"]]],
                        "content": ["application/json": ["schema": schema]],
                    ],
                    "404": ["description": "no such thing"],
                ],
            ]
        ]
    }

    private static func thing(_ number: Int, isChanged: Bool) -> JSONValue {
        [
            "type": "object", "required": ["id", "name"],
            "properties": [
                "id": ["type": isChanged ? ["integer", "null"] : "integer"],
                "name": [
                    "type": "string", "minLength": 1, "maxLength": .number(JSONNumber(isChanged ? 90 : 80)),
                ],
                "kind": ["enum": isChanged ? ["a", "b", "c"] : ["a", "b"]],
                "tags": ["type": "array", "items": ["type": "string", "pattern": "^[a-z]+$"]],
                "parent": ["$ref": .string("#/components/schemas/Thing\(number - number % 10)")],
                "price": ["type": ["number", "null"], "minimum": 0],
            ],
        ]
    }
}

import Foundation
import VerbatimContract
import VerbatimDiff
import VerbatimJSON

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

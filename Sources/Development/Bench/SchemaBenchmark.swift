import Foundation
import VerbatimJSON
import VerbatimSchema

/// Compiling a JSON Schema and validating a document with it, with formats asserted.
struct SchemaBenchmark: Benchmark {
    let name = "schema"
    let usage = "FOLDER NAME [compile|verdict|bytes|violations]..."

    func run(_ arguments: [String]) throws {
        guard arguments.count >= 2 else { throw CocoaError(.fileReadNoSuchFile) }
        let folder = URL(fileURLWithPath: arguments[0])
        func bytes(_ suffix: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: folder.appendingPathComponent(arguments[1] + suffix)))
        }
        let source = try bytes(".schema.json")
        let wanted = Set(arguments.dropFirst(2))
        func isWanted(_ metric: String) -> Bool { wanted.isEmpty || wanted.contains(metric) }
        if isWanted("compile") {
            let document = try JSON(parsing: source)
            try measure("schema-compile/\(arguments[1])") { _ = try compile(document) }
        }
        let schema = try compile(JSON(parsing: source))
        let document = try bytes(".json")
        try measureVerdict(schema, document, arguments[1], isWanted)
        if isWanted("violations") {
            let broken = try JSON(parsing: bytes(".bad.json"))
            let count = schema.validate(broken).count
            guard count > 0 else { throw CocoaError(.coderInvalidValue) }
            measure("schema-violations/\(arguments[1])") { _ = schema.validate(broken) }
        }
    }

    private func compile(_ document: JSON) throws -> CompiledSchema {
        try Schema(document).compile(options: .init(formats: .assertion))
    }

    private func measureVerdict(
        _ schema: CompiledSchema, _ bytes: [UInt8], _ name: String, _ isWanted: (String) -> Bool
    ) throws {
        let parsed = try JSON(parsing: bytes)
        guard schema.accepts(parsed) else { throw CocoaError(.coderInvalidValue) }
        if isWanted("verdict") {
            measure("schema-verdict/\(name)", bytes: bytes.count) { _ = schema.accepts(parsed) }
        }
        if isWanted("bytes") {
            try measure("schema-bytes/\(name)", bytes: bytes.count) {
                _ = schema.accepts(try JSON(parsing: bytes))
            }
        }
    }
}

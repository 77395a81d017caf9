import Foundation
import VerbatimAppClients
import VerbatimDecoding
import VerbatimJSON
import VerbatimSchema

/// Parsing bytes in memory, for each of the files.
struct ParseBenchmark: Benchmark {
    let name = "parse"
    let usage = "FILE..."

    func run(_ arguments: [String]) throws {
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let bytes = [UInt8](try Data(contentsOf: file))
            // A tree lives until the next one is complete, as in a program that uses it.
            var tree: JSON?
            defer { withExtendedLifetime(tree) {} }
            try measure("parse/\(file.lastPathComponent)", bytes: bytes.count) {
                tree = try JSON(parsing: bytes)
            }
        }
    }
}

/// Opening a file as a tree, and the memory that the tree adds to the process, as a multiple of the file.
///
/// The memory is right only if the benchmark runs with a single file.
struct OpenBenchmark: Benchmark {
    let name = "open"
    let usage = "FILE..."

    func run(_ arguments: [String]) throws {
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let before = peakMemory()
            let json = try JSON(contentsOf: file)
            let added = peakMemory() - before
            let bytes = json.text.utf8.count
            printFigure(
                "memory/\(file.lastPathComponent)", Double(added) / Double(bytes), "times",
                [("bytes", "\(added)")])
            var tree: JSON?
            defer { withExtendedLifetime(tree) {} }
            try measure("open/\(file.lastPathComponent)", bytes: bytes) { tree = try JSON(contentsOf: file) }
        }
    }
}

/// Converting a document to values, to text and to another layout, and finding duplicate names.
struct WriteBenchmark: Benchmark {
    let name = "write"
    let usage = "FILE..."

    func run(_ arguments: [String]) throws {
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let bytes = [UInt8](try Data(contentsOf: file))
            let json = try JSON(parsing: bytes)
            let value = json.value
            let leaf = file.lastPathComponent
            measure("value/\(leaf)", bytes: bytes.count) { _ = json.value }
            measure("write-compact/\(leaf)", bytes: bytes.count) { _ = value.bytes(.compact) }
            measure("write-pretty/\(leaf)", bytes: bytes.count) { _ = value.bytes(.pretty) }
            try measure("indent/\(leaf)", bytes: bytes.count) { _ = try JSONLayout.indented(bytes) }
            try measure("minify/\(leaf)", bytes: bytes.count) { _ = try JSONLayout.minified(bytes) }
            measure("duplicates/\(leaf)", bytes: bytes.count) { _ = json.duplicates }
        }
    }
}

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

/// Decoding responses of the iTunes Store to the app's model, plainly and with all failures reported.
struct DecodeBenchmark: Benchmark {
    let name = "decode"
    let usage = "ITUNES-RESPONSE..."

    func run(_ arguments: [String]) throws {
        let decoder = ITunesSearchService.makeDecoder()
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let body = try Data(contentsOf: file)
            try measure("decode/\(file.lastPathComponent)", bytes: body.count) {
                _ = try decoder.decode(ITunesSearchResponse.self, from: body)
            }
            measure("decode-checked/\(file.lastPathComponent)", bytes: body.count) {
                _ = ModelDecoding.check(ITunesSearchResponse.self, in: body, with: decoder)
            }
        }
    }
}

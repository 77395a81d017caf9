import Foundation
import VerbatimJSON
import VerbatimSchema

/// JSON-Schema-Test-Suite (https://github.com/json-schema-org/JSON-Schema-Test-Suite), draft 2020-12:
/// required tests, optional tests, and tests of asserted formats.
struct SchemaSuite: ConformanceSuite {
    func run(in suites: URL) throws -> [SuiteResult] {
        let folder = suites.appendingPathComponent("json-schema")
        let tests = folder.appendingPathComponent("tests/draft2020-12")
        let store = try remotes(in: folder.appendingPathComponent("remotes"))
        let parts: [(name: String, folder: String, formats: CompileOptions.Formats)] = [
            ("required", "", .annotation), ("optional", "optional", .annotation),
            ("optional/format", "optional/format", .assertion),
        ]
        return try parts.map { part in
            var result = SuiteResult("json-schema/draft2020-12/\(part.name)")
            let options = CompileOptions(formats: part.formats)
            for file in try files(in: tests.appendingPathComponent(part.folder), extension: "json") {
                try run(file, store, options, &result)
            }
            return result
        }
    }

    /// Runs the groups of a file, each of which has a schema and instances with the expected results.
    private func run(
        _ file: URL, _ store: SchemaStore, _ options: CompileOptions, _ result: inout SuiteResult
    ) throws {
        for group in try JSON(contentsOf: file).elements {
            let compiled = Result {
                try Schema(JSON(parsing: group["schema"].text)).compile(in: store, options: options)
            }
            for test in group["tests"].elements {
                let name = [file.lastPathComponent, group["description"].string, test["description"].string]
                    .compactMap(\.self).joined(separator: ", ")
                result.append(failure(of: test, compiled).map { "\(name): \($0)" })
            }
        }
    }

    /// Returns a description of the failure of a test, or nil; `validate` and `accepts` must agree.
    private func failure(of test: JSON, _ schema: Result<CompiledSchema, any Error>) -> String? {
        do {
            let schema = try schema.get()
            let violations = schema.validate(test["data"])
            guard violations.isEmpty == schema.accepts(test["data"]) else {
                return "validate and accepts differ"
            }
            guard violations.isEmpty != test["valid"].bool else { return nil }
            return violations.first?.description ?? "accepted"
        } catch {
            return "\(error)"
        }
    }

    /// Returns the documents that tests refer to, with the URIs at which the suite serves them.
    private func remotes(in folder: URL) throws -> SchemaStore {
        var store = SchemaStore()
        store.add(
            try JSON(parsing: SchemaSuite.historicRemote),
            at: SchemaSuite.origin + "draft2019-09/ignore-prefixItems.json")
        guard let paths = FileManager.default.enumerator(atPath: folder.path) else {
            throw MissingSuite(folder: folder)
        }
        for case let path as String in paths where path.hasSuffix(".json") {
            store.add(
                try JSON(contentsOf: folder.appendingPathComponent(path)), at: SchemaSuite.origin + path)
        }
        return store
    }

    private static let origin = "http://localhost:1234/"

    /// The remote document of draft 2019-09 that a test of 2020-12 refers to; copies for one draft lack it.
    private static let historicRemote = """
        {
            "$id": "http://localhost:1234/draft2019-09/ignore-prefixItems.json",
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "type": "array",
            "prefixItems": [{ "type": "string" }]
        }
        """
}

/// Validates instances from the standard input, for comparison with other validators.
///
/// For each line `{"schema": ..., "instance": ...}` it prints `valid`, `invalid`, or `error: ` and a message
/// if the schema does not compile.
enum LineValidation {
    static func run() {
        while let line = readLine() { print(result(line)) }
    }

    private static func result(_ line: String) -> String {
        do {
            let pair = try JSON(parsing: line)
            let schema = try Schema(JSON(parsing: pair["schema"].text)).compile()
            let isValid = schema.accepts(pair["instance"])
            guard schema.validate(pair["instance"]).isEmpty == isValid else {
                return "error: validate and accepts differ"
            }
            return isValid ? "valid" : "invalid"
        } catch {
            return "error: \(error)"
        }
    }
}

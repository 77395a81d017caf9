import Foundation
import VerbatimJSON

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

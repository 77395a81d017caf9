import Foundation
import VerbatimJSON

/// Bytes in memory to a tree that can be queried, for each file given.
struct ParseJob: BenchmarkJob {
    let name = "parse"
    let usage = "FILE..."

    func run(_ arguments: [String]) throws {
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let bytes = [UInt8](try Data(contentsOf: file))
            // A tree lives until the next one is there, as it would in a program that looks at it.
            var tree: JSON?
            defer { withExtendedLifetime(tree) {} }
            try measure("parse/\(file.lastPathComponent)", bytes: bytes.count) {
                tree = try JSON(parsing: bytes)
            }
        }
    }
}

import Foundation
import JSONDocument

/// Bytes to a tree that can be queried, for each file given.
struct ParseJob: BenchmarkJob {
    let name = "parse"
    let usage = "FILE..."

    func run(_ arguments: [String]) throws {
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let bytes = [UInt8](try Data(contentsOf: file))
            try measure("parse/\(file.lastPathComponent)", bytes: bytes.count) {
                guard try JSON(parsing: bytes).exists else { return }
            }
            if ProcessInfo.processInfo.environment["NOMAP"] != nil { continue }
            try measure("parse-mapped/\(file.lastPathComponent)", bytes: bytes.count) {
                guard try JSON(contentsOfFile: path).exists else { return }
            }
        }
    }
}

import Foundation
import VerbatimJSON

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

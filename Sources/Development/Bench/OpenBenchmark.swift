import Foundation
import VerbatimJSON

/// Opening a file as a tree, and the memory that the tree adds to the process, as a multiple of
/// the file.
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
            try measure("open/\(file.lastPathComponent)", bytes: bytes) {
                tree = try JSON(contentsOf: file)
            }
        }
    }
}

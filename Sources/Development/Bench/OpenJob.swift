import Foundation
import VerbatimJSON

/// A file to a tree that can be queried, mapped; and what the tree adds to the memory of the process, as a multiple of
/// the file. Ask for one file at a time to get the memory right.
struct OpenJob: BenchmarkJob {
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

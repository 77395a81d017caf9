import Foundation
import VerbatimInference
import VerbatimJSON

/// Inference over all JSON files of some folders: parsing alone, and parsing with the shape and its schema.
struct InferJob: BenchmarkJob {
    let name = "infer"
    let usage = "FOLDER..."

    func run(_ arguments: [String]) async throws {
        for folder in arguments.map({ URL(fileURLWithPath: $0) }) {
            let documents = try Self.documents(in: folder)
            let bytes = documents.reduce(0) { $0 + $1.count }
            let rivalry = try await PairedBenchmark(rounds: 9, calls: 1) { _ in
                let inference = SchemaInference()
                for document in documents { inference.add(try JSON(parsing: document)) }
                guard !inference.schema.isEmpty else { throw CocoaError(.coderInvalidValue) }
            } floor: { _ in
                for document in documents { _ = try JSON(parsing: document) }
            }
            let metric = "infer/\(folder.lastPathComponent)"
            rivalry.print(metric, against: "parse")
            printFigure(
                metric + "/beyond-parse", rivalry.difference / 1000, "ms",
                [
                    ("cpu_ms", figure(rivalry.processorDifference / 1000)),
                    ("files", "\(documents.count)"), ("bytes", "\(bytes)"),
                ])
        }
    }

    private static func documents(in folder: URL) throws -> [[UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let documents = try names.filter { $0.hasSuffix(".json") }.map {
            [UInt8](try Data(contentsOf: folder.appendingPathComponent($0)))
        }
        guard !documents.isEmpty else { throw CocoaError(.fileReadNoSuchFile) }
        return documents
    }
}

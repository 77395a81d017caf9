import Foundation
import VerbatimInference
import VerbatimJSON

/// Inferring a schema from all JSON files of a folder, compared with parsing them.
struct InferBenchmark: Benchmark {
    let name = "infer"
    let usage = "FOLDER..."

    func run(_ arguments: [String]) async throws {
        for folder in arguments.map({ URL(fileURLWithPath: $0) }) {
            let documents = try Self.documents(in: folder)
            let bytes = documents.reduce(0) { $0 + $1.count }
            let benchmark = try await PairedBenchmark(rounds: 9, calls: 1) { _ in
                let inference = SchemaInference()
                for document in documents { inference.add(try JSON(parsing: document)) }
                guard !inference.schema.isEmpty else { throw CocoaError(.coderInvalidValue) }
            } baseline: { _ in
                for document in documents { _ = try JSON(parsing: document) }
            }
            let metric = "infer/\(folder.lastPathComponent)"
            benchmark.print(metric, against: "parse")
            printFigure(
                metric + "/beyond-parse", benchmark.difference / 1000, "ms",
                [
                    ("cpu_ms", figure(benchmark.processorDifference / 1000)),
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

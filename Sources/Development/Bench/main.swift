import Foundation

// Measures this package: `verbatim-bench BENCHMARK [ARGUMENT...]`. Prints one line for each figure,
// `FIG verbatim METRIC VALUE UNIT key=value...`. Build it with `-c release`.

let benchmarks: [any Benchmark] = [
    ParseBenchmark(), OpenBenchmark(), WriteBenchmark(), SchemaBenchmark(), DecodeBenchmark(),
    InferBenchmark(), MutateBenchmark(), ReplayBenchmark(),
    LookupBenchmark(), RecordBenchmark(), FirstReplyBenchmark(), CheckBenchmark(), DiffBenchmark(),
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let benchmark = benchmarks.first(where: { $0.name == arguments.first }) else {
    print("usage: verbatim-bench BENCHMARK [ARGUMENT...]")
    for benchmark in benchmarks { print("  \(benchmark.name) \(benchmark.usage)") }
    exit(2)
}
do {
    try await benchmark.run(Array(arguments.dropFirst()))
} catch {
    print("verbatim-bench \(benchmark.name): \(error)")
    exit(3)
}

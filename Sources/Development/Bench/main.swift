import Foundation

/// Measures this package: `verbatim-bench JOB [ARGUMENT...]`. Prints one line for each figure,
/// `FIG verbatim METRIC VALUE UNIT key=value...`; build it with `-c release`.

let jobs: [any BenchmarkJob] = [
    ParseJob(), OpenJob(), WriteJob(), SchemaJob(), DecodeJob(), InferJob(), MutateJob(), ReplayJob(),
    LookupJob(), RecordJob(), FirstReplyJob(), CheckJob(), DiffJob(),
]

let arguments = Array(CommandLine.arguments.dropFirst())
guard let job = jobs.first(where: { $0.name == arguments.first }) else {
    print("usage: verbatim-bench JOB [ARGUMENT...]")
    for job in jobs { print("  \(job.name) \(job.usage)") }
    exit(2)
}
do {
    try await job.run(Array(arguments.dropFirst()))
} catch {
    print("verbatim-bench \(job.name): \(error)")
    exit(3)
}

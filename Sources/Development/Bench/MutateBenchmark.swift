import Foundation
import VerbatimAppClients
import VerbatimContract
import VerbatimHAR
import VerbatimModels
import VerbatimMutation

/// Evaluating all mutants of the largest response of a recording of the iTunes Store; and the complete
/// report, which includes trials of edits of the contract for the survivors.
struct MutateBenchmark: Benchmark {
    let name = "mutate"
    let usage = "ITUNES-CONTRACT RECORDING.har..."

    func run(_ arguments: [String]) async throws {
        guard let path = arguments.first else { return }
        let contract = try Contract(contentsOf: URL(fileURLWithPath: path))
        let model = ModelBinding(
            "search", ITunesSearchResponse.self, decoder: ITunesSearchService.makeDecoder)
        for path in arguments.dropFirst() {
            let file = URL(fileURLWithPath: path)
            let largest = try Self.largestResponse(in: Archive(contentsOf: file))
            let run = MutationRun(contract, models: [model])
            let (metric, interactions) = (file.lastPathComponent, [largest.interaction])
            await Self.measure("mutate/\(metric)", largest.bytes) {
                await run.evaluateMutants(of: interactions)
            }
            await Self.measure("mutate-report/\(metric)", largest.bytes) {
                await run.report(on: interactions).evaluated
            }
        }
    }

    /// Prints the number of mutants per second of CPU time: the median of seven rounds.
    private static func measure(_ metric: String, _ bytes: Int, _ work: () async -> Int) async {
        var mutants = 0
        var rounds: [CallTime] = []
        for _ in 0..<7 { rounds.append(await CallTime(of: 1) { mutants = await work() }) }
        let rates = rounds.map { Double(mutants) / $0.processor * 1e6 }.sorted()
        let wall = rounds.map(\.wall).sorted()[3]
        printFigure(
            metric, rates[3], "mutants/cpu-s",
            [
                ("body_bytes", String(bytes)), ("mutants", String(mutants)), ("min", figure(rates[0])),
                ("max", figure(rates[6])), ("wall_per_s", figure(Double(mutants) / wall * 1e6)),
            ])
    }

    private static func largestResponse(
        in archive: Archive
    ) throws -> (interaction: Interaction, bytes: Int) {
        let sized = try archive.interactions.map { ($0, try $0.responseBytes().count) }
        guard let largest = sized.max(by: { $0.1 < $1.1 }) else { throw CocoaError(.fileReadCorruptFile) }
        return largest
    }
}

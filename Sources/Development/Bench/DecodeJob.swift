import Foundation
import VerbatimAppClients
import VerbatimDecoding

/// A plain decode to the app's model, and one that finds every failure, for each answer of the iTunes Store given.
struct DecodeJob: BenchmarkJob {
    let name = "decode"
    let usage = "ITUNES-ANSWER..."

    func run(_ arguments: [String]) throws {
        let decoder = ITunesSearchService.makeDecoder()
        for path in arguments {
            let file = URL(fileURLWithPath: path)
            let body = try Data(contentsOf: file)
            try measure("decode/\(file.lastPathComponent)", bytes: body.count) {
                _ = try decoder.decode(ITunesSearchResponse.self, from: body)
            }
            measure("decode-checked/\(file.lastPathComponent)", bytes: body.count) {
                _ = ModelDecoding.check(ITunesSearchResponse.self, in: body, with: decoder)
            }
        }
    }
}

import Foundation
import VerbatimAppClients
import VerbatimDecoding

/// Decoding responses of the iTunes Store to the app's model, plainly and with all failures reported.
struct DecodeBenchmark: Benchmark {
    let name = "decode"
    let usage = "ITUNES-RESPONSE..."

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

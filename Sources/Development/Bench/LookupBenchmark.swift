import Foundation
import VerbatimHAR
import VerbatimReplay

/// The player's lookup of a response, without and with a secret in the URL, compared with a dictionary of
/// URLs.
struct LookupBenchmark: Benchmark {
    let name = "lookup"
    let usage = "[ENTRIES]..."

    func run(_ arguments: [String]) throws {
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            let items = RecordedItems(count: count)
            let urls = (0..<1000).map { items.url($0 &* 7919) }
            try measureBaseline(items, urls)
            try measureLookups("lookup/\(count)", items.archive(), Redaction(), urls)
            try measureLookups(
                "lookup-redacted/\(count)", items.archive(suffix: "&api_key=REDACTED-api_key-1"),
                Redaction([Secret("api_key")]), urls.map { $0 + "&api_key=0123456789abcdef" })
        }
    }

    private func measureBaseline(_ items: RecordedItems, _ urls: [String]) throws {
        var replies: [String: HTTPResponse] = [:]
        for number in 0..<items.count { replies[items.url(number)] = items.response(number) }
        var next = 0
        try measure("lookup-floor/\(items.count)") {
            next = (next + 1) % urls.count
            guard replies[urls[next]]?.status == 200 else { throw URLError(.resourceUnavailable) }
        }
    }

    private func measureLookups(
        _ metric: String, _ archive: Archive, _ redaction: Redaction, _ urls: [String]
    ) throws {
        let options = Player.Options(redaction: redaction, exhausted: .repeatLast)
        let player = Player(archive: archive, name: "bench/\(metric)", options: options)
        let requests = urls.map { HTTPRequest("GET", $0) }
        var next = 0
        try measure(metric) {
            next = (next + 1) % requests.count
            guard case .immediate(.response) = player.respond(to: requests[next], timeout: 60) else {
                throw URLError(.resourceUnavailable)
            }
        }
    }
}

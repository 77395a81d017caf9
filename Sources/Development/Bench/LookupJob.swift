import Foundation
import VerbatimHAR
import VerbatimReplay

/// What the player alone takes for an answer, without a secret and with one in the URL; beside a dictionary of URLs.
struct LookupJob: BenchmarkJob {
    let name = "lookup"
    let usage = "[ENTRIES]..."

    func run(_ arguments: [String]) throws {
        let counts = arguments.isEmpty ? [10, 1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
        for count in counts {
            let items = RecordedItems(count: count)
            let urls = (0..<1000).map { items.url($0 &* 7919) }
            try measureFloor(items, urls)
            try measureAnswers("lookup/\(count)", items.archive(), Redaction(), urls)
            try measureAnswers(
                "lookup-scrubbed/\(count)", items.archive(suffix: "&api_key=SCRUBBED-api_key-1"),
                Redaction([Secret("api_key")]), urls.map { $0 + "&api_key=0123456789abcdef" })
        }
    }

    private func measureFloor(_ items: RecordedItems, _ urls: [String]) throws {
        var replies: [String: HTTPResponse] = [:]
        for number in 0..<items.count { replies[items.url(number)] = items.response(number) }
        var turn = 0
        try measure("lookup-floor/\(items.count)") {
            turn = (turn + 1) % urls.count
            guard replies[urls[turn]]?.status == 200 else { throw URLError(.resourceUnavailable) }
        }
    }

    private func measureAnswers(
        _ metric: String, _ archive: Archive, _ redaction: Redaction, _ urls: [String]
    ) throws {
        let options = Player.Options(redaction: redaction, exhausted: .repeatLast)
        let player = Player(archive: archive, name: "bench/\(metric)", options: options)
        let requests = urls.map { HTTPRequest("GET", $0) }
        var turn = 0
        try measure(metric) {
            turn = (turn + 1) % requests.count
            guard case .immediate(.response) = player.respond(to: requests[turn], timeout: 60) else {
                throw URLError(.resourceUnavailable)
            }
        }
    }
}

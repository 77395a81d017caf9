package import VerbatimContract
import VerbatimJSON

/// What reports say about a cause.
extension Cause {
    /// The requests by status, each once: `200` with `GET /search`, `GET /lookup`.
    package var requests: [(status: String, requests: [String])] {
        OrderedGroups(grouping: exchanges.map { ExchangeLine($0) }) { $0.answer ?? "" }.pairs.map {
            ($0, $1.map(\.request).uniqued)
        }
    }

    /// Where it was seen: `38 values in 11 recordings`.
    package var seen: String {
        ((count > 0 ? [String.count(count, names.isEmpty ? "place" : "value")] : [])
            + (recordings.isEmpty ? [] : [String.count(recordings.count, "recording")]))
            .joined(separator: " in ")
    }
}

extension Report {
    /// Whether models of the app decoded the bodies that show a cause nevertheless.
    func copes(with cause: Cause) -> Bool {
        guard cause.severity >= .warning, cause.affected.isEmpty, !cause.exchanges.isEmpty,
            cause.findings.allSatisfy({ $0.model == nil }),
            case .completed(let contents) = result, case .check(let check) = contents.subject
        else { return false }
        return cause.findings.allSatisfy { finding in
            check.operations.contains { tally in
                tally.api == finding.api && tally.id == finding.operation
                    && finding.status.map { tally.decodings[$0, default: 0] > 0 } ?? false
            }
        }
    }
}

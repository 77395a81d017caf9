import VerbatimContract
import VerbatimJSON

/// Items that differ in nothing but the location, the value and the indices of arrays.
public struct SimilarItems: Sendable {
    /// The first item, which reports show.
    public let first: ReportItem
    /// The other items.
    public let rest: [ReportItem]
    /// The number of results that the other items and the first represent, without the first itself.
    public let others: Int

    /// The number of all results.
    public var count: Int { others + 1 }
}

extension Sequence<ReportItem> {
    /// The items with similar ones together, in the order of the first ones. A change is similar to no other:
    /// it lists its places itself.
    public var similar: [SimilarItems] {
        OrderedGroups(grouping: enumerated()) { SimilarityKey($0.element, at: $0.offset) }.values
            .compactMap { group in
                group.first.map { first in
                    SimilarItems(
                        first: first.element, rest: group.dropFirst().map(\.element),
                        others: group.reduce(0) { $0 + $1.element.count } - 1)
                }
            }
    }
}

extension Sequence {
    /// Returns the first element for each key, in order, with the number of the others.
    ///
    /// - Parameter count: Returns the number of results that an element represents.
    func groups<Key: Hashable>(
        by key: (Element) -> Key, counting count: (Element) -> Int = { _ in 1 }
    ) -> [(first: Element, others: Int)] {
        OrderedGroups(grouping: self, by: key).values.compactMap { group in
            group.first.map { ($0, group.reduce(0) { $0 + count($1) } - 1) }
        }
    }
}

/// The properties that similar items share.
private enum SimilarityKey: Hashable {
    case change(Int)
    case finding(Finding)

    struct Finding: Hashable {
        let rule: String
        let severity: Severity
        let api: String?
        let operation: String?
        let subject: String?
        let pattern: String?
        let contractPointer: String?
        let expected: String
    }

    init(_ item: ReportItem, at index: Int) {
        guard case .finding(let expected, _) = item.comparison else {
            self = .change(index)
            return
        }
        // Findings about recordings as a whole differ in nothing but the recording.
        let isAboutRecording = Self.recordingRules.contains(item.rule.id)
        self = .finding(
            Finding(
                rule: item.rule.id, severity: item.severity, api: isAboutRecording ? nil : item.api,
                operation: item.operation,
                subject: item.pointer == nil && !isAboutRecording ? item.subject : nil,
                pattern: item.pointer?.pointerPattern, contractPointer: item.contractPointer,
                expected: expected))
    }

    private static let recordingRules = Set(
        [Rule.recordingStale, .recordingFromFake, .recordingLogMismatch, .recordingUnfinished].map(\.id))
}

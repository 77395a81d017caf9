package import VerbatimHAR

/// The differences between two runs of the same code: parts of its requests that vary by themselves, such as
/// a time or a random number.
///
/// Requests are paired by their method and path, the most similar ones, in the order in which they were sent.
package struct RequestVariations: Sendable {
    /// A request of both runs, with its differences.
    package struct Variation: Sendable {
        /// The request of the first run.
        package let first: HTTPRequest
        /// The differences, at least one.
        package let differences: [RequestDifference]
    }

    /// The requests of both runs with the same method and path, the first run's with the second's.
    package let pairs: [(first: Interaction, second: Interaction)]
    /// The requests that differ.
    package let variations: [Variation]

    /// The number of requests of the second run with which one of the first is compared.
    private static let candidates = 50

    /// Compares two runs.
    ///
    /// - Parameters:
    ///   - first: The interactions of the first run, redacted.
    ///   - second: Those of the second one.
    ///   - rules: The rules by which requests match, which ignore what is known to vary.
    package init(_ first: [Interaction], _ second: [Interaction], _ rules: MatchingRules) {
        var unpaired = second
        var pairs: [(first: Interaction, second: Interaction)] = []
        var variations: [Variation] = []
        for interaction in first {
            let near = unpaired.indices.prefix(Self.candidates).map { index in
                (
                    index: index,
                    differences: RequestDifference.differences(
                        recorded: interaction.request, sent: unpaired[index].request, rules)
                )
            }
            let best = near.min { $0.differences.distance < $1.differences.distance }
            guard let best, best.differences.distance < RequestDifference.otherRequest else { continue }
            pairs.append((interaction, unpaired.remove(at: best.index)))
            if !best.differences.isEmpty {
                variations.append(Variation(first: interaction.request, differences: best.differences))
            }
        }
        self.pairs = pairs
        self.variations = variations
    }
}

extension RequestDifference {
    /// The distance from which two requests have nothing to do with each other: another origin.
    fileprivate static let otherRequest = 16
}

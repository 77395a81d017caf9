import VerbatimContract
import VerbatimJSON

/// The mutants to evaluate, grouped by node of a body and by response as a whole.
struct Workload: Sendable {
    struct Item: Sendable {
        /// The index of the original.
        let original: Int
        /// The node of its body; nil for the response as a whole.
        let node: Int?
        /// The indices of the mutations; nil for all of them.
        let chosen: [Int]?
    }

    private(set) var items: [Item] = []
    /// The number of values that are not mutated, as their bodies are too large.
    private(set) var omittedValues = 0

    /// The bytes that may be read to judge one mutant of each value of a body.
    private static let budget = 1 << 28

    /// Creates a workload of all mutants, or of a sample of them.
    ///
    /// - Parameter sample: The size of the sample; nil for all mutants. Every operator is applied at every
    ///   path once before it is applied at any path twice.
    init(of originals: [OriginalResponse], _ values: ValueMutations, sample: Int?) {
        for (index, original) in originals.enumerated() {
            items.append(Item(original: index, node: nil, chosen: nil))
            guard let map = original.map else { continue }
            let step = Self.step(for: original.judgedSize)
            let nodes = stride(from: 0, to: map.nodes.count, by: step)
            let chosen = nodes.map { Item(original: index, node: $0, chosen: nil) }
            items += chosen
            omittedValues += map.nodes.count - chosen.count
        }
        if let sample { choose(sample, of: originals, values) }
    }

    /// Returns the distance between two values that are mutated, 1 for all of them.
    ///
    /// - Parameter size: The bytes that judging one mutant of each takes.
    static func step(for size: Int) -> Int { max(1, (size + budget - 1) / budget) }

    /// The mutants of one operator at one location of an operation's responses.
    private struct MutantClass: Hashable {
        let operation: String
        let mutationOperator: MutationOperator
        let path: [String]
    }

    private typealias Choice = (item: Int, number: Int)

    private mutating func choose(_ sample: Int, of originals: [OriginalResponse], _ values: ValueMutations) {
        var random = SeededGenerator(seed: values.seed)
        var groups = OrderedGroups<MutantClass, [Choice]>()
        for (index, item) in items.enumerated() {
            let classes = Self.classes(of: item, originals[item.original], values)
            for (number, mutantClass) in classes.enumerated() {
                groups[mutantClass, default: []].append((index, number))
            }
        }
        let classes = groups.values.map { $0.shuffled(using: &random) }.shuffled(using: &random)
        let rounds = 0..<(classes.map(\.count).max() ?? 0)
        let choices = rounds.lazy.flatMap { round in
            classes.lazy.filter { round < $0.count }.map { $0[round] }
        }
        keep(Array(choices.prefix(sample)))
    }

    private mutating func keep(_ choices: [Choice]) {
        let numbers = Dictionary(grouping: choices, by: \.item).mapValues { $0.map(\.number).sorted() }
        items = items.enumerated().compactMap { index, item in
            numbers[index].map { Item(original: item.original, node: item.node, chosen: $0) }
        }
    }

    private static func classes(
        of item: Item, _ original: OriginalResponse, _ values: ValueMutations
    ) -> [MutantClass] {
        let operation = original.operation.id
        guard let node = item.node, let map = original.map else {
            return original.responseMutations.map {
                MutantClass(operation: operation, mutationOperator: $0.mutationOperator, path: [])
            }
        }
        let path = map.patterns[map.nodes[node].pattern].pointer.tokens
        return original.mutations(of: node, in: map, values).map {
            MutantClass(operation: operation, mutationOperator: $0.mutationOperator, path: path)
        }
    }
}

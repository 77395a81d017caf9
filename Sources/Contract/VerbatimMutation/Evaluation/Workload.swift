import VerbatimContract
import VerbatimJSON

/// The mutants to evaluate, grouped by node of a body and by response as a whole.
struct Workload {
    struct Item: Sendable {
        /// The number of the original.
        let original: Int
        /// The node of its body; nil for the response as a whole.
        let node: Int?
        /// The indices of the mutations; nil for all of them.
        let chosen: [Int]?
    }

    /// Some items of one original, in their order.
    struct Block: Sendable {
        /// The number of the original.
        let original: Int
        /// The positions of the items: 0 for the response as a whole, and then those of its nodes.
        private let positions: Range<Int>
        /// The distance between the nodes.
        private let step: Int
        private var sample: [Item] = []

        /// The largest number of items.
        private static let size = 64

        /// Returns the blocks of all items of an original.
        fileprivate static func all(of original: Int, nodes: Int, step: Int) -> [Block] {
            let end = (nodes + step - 1) / step + 1
            return stride(from: 0, to: end, by: size).map {
                Block(original: original, positions: $0..<min($0 + size, end), step: step)
            }
        }

        /// Returns the blocks of some items of an original.
        fileprivate static func some(_ items: [Item], of original: Int) -> [Block] {
            stride(from: 0, to: items.count, by: size).map {
                Block(
                    original: original, positions: 0..<0, step: 1,
                    sample: Array(items[$0..<min($0 + size, items.count)]))
            }
        }

        private init(original: Int, positions: Range<Int>, step: Int, sample: [Item] = []) {
            (self.original, self.positions, self.step, self.sample) = (original, positions, step, sample)
        }

        var count: Int { positions.count + sample.count }

        var items: [Item] { positions.isEmpty ? sample : positions.map(item) }

        var firstNode: Int? { positions.isEmpty ? sample.first?.node : item(at: positions.lowerBound).node }

        private func item(at position: Int) -> Item {
            Item(original: original, node: position == 0 ? nil : (position - 1) * step, chosen: nil)
        }
    }

    private(set) var blocks: [Block] = []
    /// The number of values that are not mutated, as their bodies are too large or have too many findings.
    private(set) var omittedValues = 0
    private let values: ValueMutations
    private var sample: MutantSample?
    private var count = 0

    /// The bytes that may be read to judge one mutant of each value of a body.
    private static let budget = 1 << 28

    /// Creates an empty workload of all mutants, or of a sample of them.
    ///
    /// - Parameter sample: The size of the sample; nil for all mutants. Every operator is applied at every
    ///   path once before it is applied at any path twice.
    init(_ values: ValueMutations, sample: Int?) {
        self.values = values
        self.sample = sample.map { MutantSample(size: $0, seed: values.seed) }
    }

    /// Adds the mutants of the next original.
    mutating func add(_ original: OriginalResponse) {
        let nodes = original.map?.nodes.count ?? 0
        let step = Self.step(for: original.judgedSize)
        let blocks = Block.all(of: count, nodes: nodes, step: step)
        omittedValues += nodes + 1 - blocks.reduce(0) { $0 + $1.count }
        count += 1
        guard sample != nil else { return self.blocks += blocks }
        for item in blocks.lazy.flatMap(\.items) {
            for (number, mutantClass) in Self.classes(of: item, original, values).enumerated() {
                sample?.add(.init(original: item.original, node: item.node, number: number), mutantClass)
            }
        }
    }

    /// Chooses the sample, once all originals are there.
    mutating func finish() {
        guard let chosen = sample?.chosen else { return }
        let items = OrderedGroups(grouping: chosen) { $0.original }
        blocks = items.pairs.flatMap { original, choices in
            let items = OrderedGroups(grouping: choices) { $0.node }.pairs.map { node, choices in
                Item(original: original, node: node, chosen: choices.map(\.number))
            }
            return Block.some(items, of: original)
        }
        sample = nil
    }

    /// Returns the distance between two values that are mutated, 1 for all of them.
    ///
    /// - Parameter size: The bytes that judging one mutant of each takes.
    static func step(for size: Int) -> Int { max(1, (size + budget - 1) / budget) }

    private static func classes(
        of item: Item, _ original: OriginalResponse, _ values: ValueMutations
    ) -> [MutantSample.MutantClass] {
        let operation = original.operation.id
        guard let node = item.node, let map = original.map else {
            return original.responseMutations.map {
                .init(operation: operation, mutationOperator: $0.mutationOperator, path: [])
            }
        }
        let path = map.patterns[map.nodes[node].pattern].pointer.tokens
        return original.mutations(of: node, in: map, values).map {
            .init(operation: operation, mutationOperator: $0.mutationOperator, path: path)
        }
    }
}

/// A sample of mutants. Of each class, no more are in memory than the sample has.
private struct MutantSample {
    /// The mutants of one operator at one location of an operation's responses.
    struct MutantClass: Hashable {
        let operation: String
        let mutationOperator: MutationOperator
        let path: [String]
    }

    /// A mutant: 12 bytes, as there may be many.
    struct Choice: Comparable {
        private let originalNumber: Int32
        private let nodeNumber: Int32
        private let mutationNumber: Int32

        init(original: Int, node: Int?, number: Int) {
            originalNumber = Int32(clamping: original)
            nodeNumber = Int32(clamping: node ?? -1)
            mutationNumber = Int32(clamping: number)
        }

        var original: Int { Int(originalNumber) }
        var node: Int? { nodeNumber < 0 ? nil : Int(nodeNumber) }
        /// The index among the mutations of the node or the response.
        var number: Int { Int(mutationNumber) }

        static func < (left: Choice, right: Choice) -> Bool {
            (left.originalNumber, left.nodeNumber, left.mutationNumber)
                < (right.originalNumber, right.nodeNumber, right.mutationNumber)
        }
    }

    private let size: Int
    private var random: SeededGenerator
    private var classes = OrderedGroups<MutantClass, (count: Int, choices: [Choice])>()

    init(size: Int, seed: UInt64) {
        self.size = size
        random = SeededGenerator(seed: seed)
    }

    /// Adds a mutant, in whose place another one of its class may be left out.
    mutating func add(_ choice: Choice, _ mutantClass: MutantClass) {
        Self.add(choice, to: &classes[mutantClass, default: (0, [])], upTo: size, &random)
    }

    private static func add(
        _ choice: Choice, to group: inout (count: Int, choices: [Choice]), upTo size: Int,
        _ random: inout SeededGenerator
    ) {
        group.count += 1
        guard group.count > size else { return group.choices.append(choice) }
        let place = Int.random(in: 0..<group.count, using: &random)
        if place < size { group.choices[place] = choice }
    }

    var chosen: [Choice] {
        var random = random
        let classes = classes.values.map { $0.choices.shuffled(using: &random) }.shuffled(using: &random)
        let rounds = 0..<(classes.map(\.count).max() ?? 0)
        let choices = rounds.lazy.flatMap { round in
            classes.lazy.filter { round < $0.count }.map { $0[round] }
        }
        return choices.prefix(size).sorted()
    }
}

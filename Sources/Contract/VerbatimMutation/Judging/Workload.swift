import VerbatimContract
import VerbatimJSON

/// The mutants of some specimens, as pieces of work: each is one location in a body, or one response as a whole.
struct Workload: Sendable {
    struct Piece: Sendable {
        /// The index of the specimen.
        let specimen: Int
        /// The location in its body; nil for the response as a whole.
        let location: Int?
        /// Which of the mutants there; nil for all.
        let chosen: [Int]?
    }

    private(set) var pieces: [Piece] = []

    /// All mutants, or a sample in which every operator at every location of the contract comes once before any comes twice.
    init(of specimens: [BodySample], _ values: ValueMutations, sample: Int?) {
        for (index, specimen) in specimens.enumerated() {
            pieces.append(Piece(specimen: index, location: nil, chosen: nil))
            pieces += (specimen.map?.locations.indices ?? 0..<0).map {
                Piece(specimen: index, location: $0, chosen: nil)
            }
        }
        if let sample { choose(sample, of: specimens, values) }
    }

    /// What makes mutants of one class.
    private struct Class: Hashable {
        let operation: String
        let mutation: MutationOperator
        let path: [String]
    }

    private typealias Choice = (piece: Int, number: Int)

    private mutating func choose(_ sample: Int, of specimens: [BodySample], _ values: ValueMutations) {
        var random = SeededGenerator(seed: values.seed)
        var classes: [[Choice]] = []
        var known: [Class: Int] = [:]
        for (index, piece) in pieces.enumerated() {
            for (number, member) in Self.classes(of: piece, specimens[piece.specimen], values).enumerated() {
                let location = known[member, default: classes.count]
                known[member] = location
                if location == classes.count { classes.append([]) }
                classes[location].append((index, number))
            }
        }
        classes = classes.map { $0.shuffled(using: &random) }.shuffled(using: &random)
        let rounds = 0..<(classes.map(\.count).max() ?? 0)
        let turns = rounds.lazy.flatMap { round in classes.lazy.filter { round < $0.count }.map { $0[round] }
        }
        keep(Array(turns.prefix(sample)))
    }

    private mutating func keep(_ choices: [Choice]) {
        let numbers = Dictionary(grouping: choices, by: \.piece).mapValues { $0.map(\.number).sorted() }
        pieces = pieces.enumerated().compactMap { index, piece in
            numbers[index].map { Piece(specimen: piece.specimen, location: piece.location, chosen: $0) }
        }
    }

    private static func classes(
        of piece: Piece, _ specimen: BodySample, _ values: ValueMutations
    ) -> [Class] {
        let operation = specimen.operation.id
        guard let location = piece.location, let map = specimen.map else {
            return specimen.responseMutations.map {
                Class(operation: operation, mutation: $0.mutation, path: [])
            }
        }
        let path = map.patterns[map.locations[location].pattern].pointer.tokens
        return values.alterations(of: location, in: map).map {
            Class(operation: operation, mutation: $0.mutation, path: path)
        }
    }
}

import VerbatimContract
import VerbatimJSON

/// A part of an operation whose schema is compared: the root of the values that a pair of schemas describes.
struct SchemaUse {
    enum Kind {
        case parameter, requestBody, header, responseBody

        /// The side of the exchange that has the values.
        var side: ExchangeSide {
            switch self {
            case .parameter, .requestBody: .request
            case .header, .responseBody: .response
            }
        }
    }

    let kind: Kind
    let pair: Int
    let operation: APIOperation
    let status: String?
    /// The part by its name: `query parameter 'q'`.
    let subject: String
    /// The format of the part if it is a sequence, and the schemas are those of each of its items.
    let items: ItemFormat?
    let nodes: (old: JSON?, new: JSON?)
    /// The forms of the whole values.
    let forms: SchemaPair.Forms
    /// Its number among all changes and uses, in the order of the new contract.
    let order: Int

    /// The path to the values that the schemas describe.
    var path: [PathToken] { items == nil ? [] : [.anyElement] }

    func subject(at pointer: JSONPointer) -> String {
        switch kind {
        case _ where pointer.tokens.isEmpty: subject
        case .responseBody: "'\(pointer)'"
        case .requestBody: "'\(pointer)' in \(subject)"
        case .header, .parameter: "\(subject) at '\(pointer)'"
        }
    }
}

/// Finds the places of differences: the uses of schemas that lead to them, each by its shortest paths.
///
/// A difference has a limited number of places, so the cost does not grow with the number of ways to it: once
/// a pair has been reached that many times, so have the pairs it leads to. No path leads through a pair
/// twice, as those of recursive schemas would.
struct DifferenceLocator {
    private let comparison: SchemaComparison
    private let limit: Int
    /// How often each state was reached, by which use the last time, and how often by that one.
    private var visits: [(count: Int, last: Int, paths: Int)] = []

    struct Place {
        let use: SchemaUse
        /// The difference, seen from the value of the use.
        let difference: SchemaDifference
        /// The path within the values of the pair.
        let path: [PathToken]
        /// The identity of the difference, wherever it is seen.
        let number: DifferenceNumber
    }

    /// A state on the way from a use, with the step from the state before.
    private struct Step {
        let state: PairState
        let token: PathToken?
        let previous: Int
        let depth: Int
    }

    /// - Parameter limit: The greatest number of places of a difference.
    init(_ comparison: SchemaComparison, limit: Int) {
        self.comparison = comparison
        self.limit = limit
    }

    /// Returns each difference that a use leads to, from the outside in.
    mutating func places(of use: SchemaUse) -> [Place] {
        var places: [Place] = []
        var steps = [
            Step(state: PairState(pair: use.pair, isAmbiguous: false), token: nil, previous: -1, depth: 0)
        ]
        var next = 0
        while next < steps.count {
            let (index, step) = (next, steps[next])
            next += 1
            guard visit(step.state, by: use) else { continue }
            let pair = comparison.pair(numbered: step.state.pair)
            let isDeep = step.depth >= ComparisonLimits.depth && !pair.parts.isEmpty
            if !pair.differences.isEmpty || isDeep {
                let path = Self.path(to: index, steps)
                let differences = pair.differences + (isDeep ? [.cut(at: pair.forms)] : [])
                places += differences.enumerated().map { offset, difference in
                    Place(
                        use: use,
                        difference: difference.located(at: path, isAmbiguous: step.state.isAmbiguous),
                        path: difference.path,
                        number: DifferenceNumber(
                            side: use.kind.side, pair: step.state.pair, difference: offset))
                }
            }
            guard !isDeep else { continue }
            for part in pair.parts {
                let state = step.state.entering(part)
                guard mayVisit(state, by: use), !Self.contains(state, onPathTo: index, steps) else {
                    continue
                }
                steps.append(Step(state: state, token: part.token, previous: index, depth: step.depth + 1))
            }
        }
        return places
    }

    private func mayVisit(_ state: PairState, by use: SchemaUse) -> Bool {
        guard state.index < visits.count else { return true }
        let known = visits[state.index]
        return known.count < limit && (known.last != use.order || known.paths < ComparisonLimits.paths)
    }

    private mutating func visit(_ state: PairState, by use: SchemaUse) -> Bool {
        guard mayVisit(state, by: use) else { return false }
        let missing = state.index + 1 - visits.count
        if missing > 0 { visits += Array(repeating: (0, -1, 0), count: max(missing, visits.count)) }
        let known = visits[state.index]
        visits[state.index] = (known.count + 1, use.order, known.last == use.order ? known.paths + 1 : 1)
        return true
    }

    /// Returns whether the way to a step leads through a state.
    private static func contains(_ state: PairState, onPathTo index: Int, _ steps: [Step]) -> Bool {
        var index = index
        while index >= 0 {
            if steps[index].state.pair == state.pair { return true }
            index = steps[index].previous
        }
        return false
    }

    private static func path(to index: Int, _ steps: [Step]) -> [PathToken] {
        var path: [PathToken] = []
        var index = index
        while index >= 0 {
            if let token = steps[index].token { path.append(token) }
            index = steps[index].previous
        }
        return path.reversed()
    }
}

/// The identity of a difference: its number among those of a pair.
struct DifferenceNumber: Hashable {
    let side: ExchangeSide
    let pair: Int
    let difference: Int
}

extension PairState {
    /// Its number among all states.
    fileprivate var index: Int { pair * 2 + (isAmbiguous ? 1 : 0) }
}

extension SchemaDifference {
    /// Schemas that are nested too deep to be compared.
    fileprivate static func cut(at forms: SchemaPair.Forms) -> SchemaDifference {
        SchemaDifference(
            kind: .unhandled, part: .value, direction: .both, path: [], old: "nested too deep",
            new: "nested too deep, the rest is not compared", site: Site(old: forms.old, new: forms.new))
    }
}

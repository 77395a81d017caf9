@_spi(Tape) import VerbatimJSON

/// The results of evaluations, memoized once a run takes suspiciously long.
///
/// Branches that lead to the same schema double the work at each level, so that twenty levels take a million
/// evaluations. With memoization they take at most schemas times nodes. As it costs more than most
/// evaluations, a run without such branches never uses it.
struct EvaluationMemo {
    /// A schema and an instance, with everything else on which the result depends.
    struct Key: Hashable {
        let schema: Int
        let node: Int
        /// The number of the dynamic scope.
        let scope: Int32
        /// Whether the evaluated children are wanted.
        let tracking: Bool
    }

    struct Result {
        let isValid: Bool
        /// The children that the schema evaluates, each once, in ascending order.
        let evaluated: [Int]
    }

    /// The work after which results are memoized, and the work after which the run stops.
    let threshold: Int
    let limit: Int
    private(set) var results: [Key: Result] = [:]
    /// The children that were evaluated when the failures of a schema and an instance were collected.
    private(set) var collected: [Key: [Int]] = [:]
    /// The number of memoized results and children.
    private var count = 0
    /// The number at which the memo is emptied: some hundred megabytes.
    private static let capacity = 2_000_000

    /// - Parameters:
    ///   - size: The size of the instance in words of the tape.
    ///   - isActive: Whether to memoize from the start.
    init(size: Int, isActive: Bool) {
        threshold = isActive ? 0 : 10_000 + 64 * size
        limit = 10_000_000 + 256 * size
    }

    mutating func store(_ result: Result, _ key: Key) {
        makeRoom(for: 1 + result.evaluated.count)
        results[key] = result
    }

    mutating func storeCollection(_ evaluated: [Int], _ key: Key) {
        makeRoom(for: 1 + evaluated.count)
        collected[key] = evaluated
    }

    private mutating func makeRoom(for added: Int) {
        count += added
        guard count > EvaluationMemo.capacity else { return }
        count = added
        results = [:]
        collected = [:]
    }
}

extension Machine {
    /// Evaluates a schema with memoization, or stops the run if there was too much work even so.
    ///
    /// The failures of a schema and an instance are collected once, however many paths lead there.
    @inline(never)
    mutating func evaluateMemoized<M: EvaluationMode>(
        _ mode: M, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int, tracking: Bool
    ) -> Bool {
        if isRepeatable { return abort(.unmemoized, compiled.pointee.location, node) }
        guard work < memo.limit else { return abort(.tooMuchWork, compiled.pointee.location, node) }
        let key = EvaluationMemo.Key(
            schema: compiled - nodes, node: node, scope: scope.number, tracking: tracking)
        let result = memo.results[key] ?? firstResult(key, compiled, tag)
        if M.collects, !result.isValid { return collectOnce(key, compiled, tag) }
        addEvaluated(result.evaluated)
        return result.isValid
    }

    private mutating func firstResult(
        _ key: EvaluationMemo.Key, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int
    ) -> EvaluationMemo.Result {
        let start = evaluated.count
        let isValid = evaluate(StopAtFirst(), compiled, tag, key.node, tracking: key.tracking)
        let result = EvaluationMemo.Result(isValid: isValid, evaluated: removeEvaluated(from: start))
        if abortion == nil { memo.store(result, key) }
        return result
    }

    private mutating func collectOnce(
        _ key: EvaluationMemo.Key, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int
    ) -> Bool {
        if let known = memo.collected[key] {
            addEvaluated(known)
            return false
        }
        let start = evaluated.count
        let isValid = evaluate(CollectAll(), compiled, tag, key.node, tracking: key.tracking)
        let children = removeEvaluated(from: start)
        memo.storeCollection(children, key)
        addEvaluated(children)
        return isValid
    }

    private mutating func addEvaluated(_ children: [Int]) {
        evaluated += children
        work &+= children.count
    }

    /// Removes the children that were added to `evaluated`, and returns each once, in ascending order.
    private mutating func removeEvaluated(from start: Int) -> [Int] {
        guard evaluated.count > start else { return [] }
        let sorted = evaluated[start...].sorted()
        evaluated.removeLast(evaluated.count - start)
        var unique: [Int] = []
        for child in sorted where child != unique.last { unique.append(child) }
        return unique
    }
}

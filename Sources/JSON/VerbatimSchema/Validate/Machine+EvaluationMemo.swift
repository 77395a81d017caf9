@_spi(Tape) import VerbatimJSON

/// The results of evaluations, memoized once a run takes suspiciously long.
///
/// Branches that lead to the same schema double the work at each level, so that twenty levels take a million
/// evaluations. With memoization they take at most schemas times nodes. As it costs more than most
/// evaluations, a run without such branches never uses it.
struct EvaluationMemo {
    /// A schema and an instance.
    private typealias Key = UInt64

    /// The number of evaluations after which results are memoized.
    let threshold: Int
    /// The number of evaluations.
    var evaluationCount = 0
    private var results: [Key: Bool] = [:]
    private var collected: Set<Key> = []

    /// Creates an empty memo.
    ///
    /// - Parameter size: The size of the instance in words of the tape.
    init(size: Int) {
        threshold = 10_000 + 32 * size
    }

    /// Whether evaluations are worth memoizing.
    var isActive: Bool { evaluationCount > threshold }

    /// Returns the memoized result of a schema and an instance, or nil.
    func result(_ schema: Int, _ node: Int) -> Bool? { results[Self.key(schema, node)] }

    mutating func store(_ result: Bool, _ schema: Int, _ node: Int) {
        results[Self.key(schema, node)] = result
    }

    /// Returns whether the failures of a schema and an instance are collected for the first time.
    mutating func isFirstCollection(_ schema: Int, _ node: Int) -> Bool {
        collected.insert(Self.key(schema, node)).inserted
    }

    private static func key(_ schema: Int, _ node: Int) -> Key { UInt64(schema) << 32 | UInt64(node) }
}

extension Machine {
    /// Evaluates a schema with memoization; only for results that do not depend on the path to the schema.
    ///
    /// The failures of a schema and an instance are collected once, however many paths lead there.
    mutating func evaluateMemoized<M: EvaluationMode>(
        _ mode: M, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int
    ) -> Bool {
        let isValid = memo.result(compiled - nodes, node) ?? firstResult(compiled, tag, node)
        guard M.collects, !isValid else { return isValid }
        return memo.isFirstCollection(compiled - nodes, node)
            && evaluate(mode, compiled, tag, node, tracking: false)
    }

    private mutating func firstResult(_ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int) -> Bool
    {
        let isValid = evaluate(StopAtFirst(), compiled, tag, node, tracking: false)
        if !isCutShort { memo.store(isValid, compiled - nodes, node) }
        return isValid
    }
}

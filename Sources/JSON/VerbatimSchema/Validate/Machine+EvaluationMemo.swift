@_spi(Tape) import VerbatimJSON

/// What was found out about schemas and instances, remembered once a run takes suspiciously long.
///
/// Alternatives that lead to the same schema double the work at each level, so that twenty levels are a million
/// evaluations. Remembering makes it schemas times nodes; it costs more than most evaluations, so that a run without
/// such alternatives never comes to it.
struct EvaluationMemo {
    /// A schema and an instance.
    private typealias Key = UInt64

    /// Evaluations before anything is remembered.
    let patience: Int
    /// Evaluations so far.
    var work = 0
    private var verdicts: [Key: Bool] = [:]
    private var collected: Set<Key> = []

    /// - Parameter size: The words of the instance on the tape.
    init(size: Int) {
        patience = 10_000 + 32 * size
    }

    /// Whether the same question has probably been answered before.
    var isDue: Bool { work > patience }

    /// What is known of an instance's verdict.
    func verdict(_ schema: Int, _ node: Int) -> Bool? { verdicts[Self.key(schema, node)] }

    mutating func note(_ verdict: Bool, _ schema: Int, _ node: Int) {
        verdicts[Self.key(schema, node)] = verdict
    }

    /// Whether the failures of an instance are asked for the first time.
    mutating func isFirstCollection(_ schema: Int, _ node: Int) -> Bool {
        collected.insert(Self.key(schema, node)).inserted
    }

    private static func key(_ schema: Int, _ node: Int) -> Key { UInt64(schema) << 32 | UInt64(node) }
}

extension Machine {
    /// Evaluates what may have been evaluated before; not where the way here matters for the result.
    ///
    /// When failures are collected, those of a schema and an instance are told once, however many ways lead there.
    mutating func evaluateRecalling<M: EvaluationMode>(
        _ mode: M, _ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int
    ) -> Bool {
        let verdict = recall.verdict(compiled - nodes, node) ?? firstVerdict(compiled, tag, node)
        guard M.collects, !verdict else { return verdict }
        return recall.isFirstCollection(compiled - nodes, node)
            && evaluate(mode, compiled, tag, node, marking: false)
    }

    private mutating func firstVerdict(_ compiled: UnsafePointer<SchemaNode>, _ tag: Int, _ node: Int) -> Bool
    {
        let verdict = evaluate(StopAtFirst(), compiled, tag, node, marking: false)
        if !isCutShort { recall.note(verdict, compiled - nodes, node) }
        return verdict
    }
}

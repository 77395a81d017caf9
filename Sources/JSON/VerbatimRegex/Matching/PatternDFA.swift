/// A deterministic finite automaton that searches a string for a pattern in one step per code point.
///
/// It is built as a whole when the pattern is compiled, so that matching has no mutable state. It is a class,
/// as each match copies the pattern.
final class PatternDFA: Sendable {
    static let dead: UInt16 = 0
    static let matched: UInt16 = 1

    let classes: ScalarClasses
    /// `transitions[state * classes.count + class]`.
    let transitions: [UInt16]
    /// Whether the string may end in each state.
    let acceptsAtEnd: [Bool]
    let start: UInt16

    func matches(_ text: ByteSpan) -> Bool {
        var state = Int(start)
        var index = 0
        while index < text.count, state > PatternDFA.matched {
            let byte = text[index]
            let scalarClass: UInt8
            if byte < 0x80 {
                scalarClass = classes.ascii[Int(byte)]
                index += 1
            } else {
                scalarClass = classes[UTF8Scalar.read(text, &index)]
            }
            state = Int(transitions[state * classes.count + Int(scalarClass)])
        }
        return acceptsAtEnd[state]
    }

    // MARK: Building

    /// Returns nil if the pattern has lookarounds or backreferences, or needs too large an automaton.
    init?(_ program: PatternProgram, _ budget: inout PatternBudget) {
        let limit = min(Builder.maximumWork, budget.automatonWork)
        guard program.lookarounds.isEmpty, !program.usesBackreference,
            let classes = ScalarClasses(program.sets + [PatternParser.wordCharacters], limit: limit)
        else { return nil }
        var builder = Builder(program: program, classes: classes, limit: limit)
        defer { budget.automatonWork -= builder.work }
        guard builder.build() else { return nil }
        self.classes = classes
        transitions = builder.transitions
        acceptsAtEnd = builder.acceptsAtEnd
        start = 2
    }
}

/// Builds a DFA by subset construction. A state is the set of instructions reached by the string so far,
/// before those that depend on the next code point are followed, and the facts about the string so far that
/// boundaries need.
private struct Builder {
    private struct Key: Hashable {
        var instructions: [Int32]
        var atStart: Bool
        var afterWord: Bool
    }

    let program: PatternProgram
    let classes: ScalarClasses
    private let isWord: [Bool]
    /// Whether a match may begin after the start of the string.
    private var searches = true
    var transitions: [UInt16] = []
    var acceptsAtEnd: [Bool] = []
    private var keys: [Key] = []
    private var stateByKey: [Key: UInt16] = [:]
    private var visited: [Int]
    private var visit = 0
    private let limit: Int
    private(set) var work: Int

    private static let maximumStates = 60_000
    /// The maximum number of instructions visited while building: some milliseconds, approached only by
    /// repetitions of thousands.
    static let maximumWork = 300_000

    init(program: PatternProgram, classes: ScalarClasses, limit: Int) {
        self.limit = limit
        work = classes.work + program.instructions.count / 8
        self.program = program
        self.classes = classes
        isWord = classes.samples.map(PatternParser.wordCharacters.contains)
        visited = [Int](repeating: 0, count: program.instructions.count)
    }

    mutating func build() -> Bool {
        for fixed in [false, true] {
            transitions += [UInt16](repeating: fixed ? 1 : 0, count: classes.count)
            acceptsAtEnd.append(fixed)
            keys.append(Key(instructions: [], atStart: false, afterWord: false))
        }
        let later = Key(instructions: [0], atStart: false, afterWord: false)
        searches = [false, true].contains { word in
            [false, true].contains { end in closure(later, nextIsWord: word, atEnd: end) != [] }
        }
        _ = state(Key(instructions: [0], atStart: true, afterWord: false))
        var next = 2
        while next < keys.count {
            guard keys.count <= Builder.maximumStates, work <= limit else { return false }
            expand(keys[next])
            next += 1
        }
        return true
    }

    private mutating func state(_ key: Key) -> UInt16 {
        if let known = stateByKey[key] { return known }
        let number = UInt16(truncatingIfNeeded: keys.count)
        keys.append(key)
        stateByKey[key] = number
        return number
    }

    private mutating func expand(_ key: Key) {
        let end = closure(key, nextIsWord: false, atEnd: true)
        acceptsAtEnd.append(end == nil)
        let beforeOther = closure(key, nextIsWord: false, atEnd: false)
        let beforeWord = program.usesWordBoundary ? closure(key, nextIsWord: true, atEnd: false) : beforeOther
        for scalarClass in 0..<classes.count {
            let reached = isWord[scalarClass] ? beforeWord : beforeOther
            transitions.append(reached.map { step($0, over: scalarClass) } ?? PatternDFA.matched)
        }
    }

    /// Returns the state after a code point of a class. A match may also begin there.
    private mutating func step(_ instructions: [Int32], over scalarClass: Int) -> UInt16 {
        let sample = classes.samples[scalarClass]
        visit += 1
        var reached: [Int32] = []
        func add(_ target: Int32, _ visited: inout [Int]) {
            guard visited[Int(target)] != visit else { return }
            visited[Int(target)] = visit
            reached.append(target)
        }
        for number in instructions {
            let instruction = program.instructions[Int(number)]
            if program.sets[Int(instruction.argument)].contains(sample) { add(instruction.next, &visited) }
        }
        if searches { add(0, &visited) }
        work += instructions.count
        guard !reached.isEmpty else { return PatternDFA.dead }
        let afterWord = program.usesWordBoundary && isWord[scalarClass]
        return state(Key(instructions: reached.sorted(), atStart: false, afterWord: afterWord))
    }

    /// Returns the reading instructions that are reachable without reading, or nil if the match is.
    private mutating func closure(_ key: Key, nextIsWord: Bool, atEnd: Bool) -> [Int32]? {
        visit += 1
        var pending = Array(key.instructions.reversed())
        var reading: [Int32] = []
        while let number = pending.popLast() {
            guard visited[Int(number)] != visit else { continue }
            visited[Int(number)] = visit
            work += 1
            let instruction = program.instructions[Int(number)]
            switch instruction.operation {
            case .scalar: reading.append(number)
            case .match: return nil
            case .split: pending += [instruction.other, instruction.next]
            case .boundary:
                let holds = PatternBoundary.holds(
                    instruction.argument, atStart: key.atStart, atEnd: atEnd,
                    atWordBoundary: key.afterWord != nextIsWord)
                if holds { pending.append(instruction.next) }
            default: pending.append(instruction.next)
            }
        }
        return reading
    }
}

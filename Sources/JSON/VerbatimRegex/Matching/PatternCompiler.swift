/// A pattern as the instructions of a Thompson NFA.
///
/// Bounded repetitions are written out, so that an instruction and a position in the string are the whole
/// state. This allows the DFA and the NFA to take time proportional to the string.
struct PatternProgram: Sendable {
    enum Operation: UInt8, Sendable {
        /// Reads one code point of `sets[argument]`.
        case scalar
        /// Tries `next`, then `other`.
        case split
        case jump
        /// Fails unless the position is at the boundary with raw value `argument`.
        case boundary
        /// Fails unless `lookarounds[argument]` holds.
        case lookaround
        /// Reads the capture of group `argument` again.
        case backreference
        /// Sets register `argument` to the position.
        case save
        /// Clears the registers from `argument` up to `other`.
        case clear
        /// Fails unless the position differs from register `argument`: the round of a loop must not be empty.
        case progress
        case match
    }

    struct Instruction: Sendable {
        var operation: Operation
        /// Whether it reads toward the start, as in a lookbehind.
        var backward = false
        var argument: Int32 = 0
        var next: Int32 = 0
        var other: Int32 = 0
    }

    /// The instructions from an entry to their own `match`.
    struct Body: Sendable {
        let entry: Int32
        var match: Int32
        let backward: Bool
    }

    struct Lookaround: Sendable {
        var body: Body
        let negated: Bool
    }

    var instructions: [Instruction] = []
    var sets: [ScalarSet] = []
    var lookarounds: [Lookaround] = []
    /// Two registers for each group (start and end of its capture), then one for each loop with a `progress`.
    var registerCount = 0
    var usesWordBoundary = false
    var usesBackreference = false
}

/// Compiles a parsed pattern to a program.
///
/// https://tc39.es/ecma262/#sec-compilepattern
struct PatternCompiler {
    private var program = PatternProgram()
    private var setIndices: [ScalarSet: Int32] = [:]
    private let capturing: Bool

    /// The instructions so far, and the parts of the pattern that were visited, however few those have.
    private var size = 0

    /// The maximum size; `.{0,65535}` needs five times its bound.
    private static let maximumSize = 500_000

    static func compile(
        _ syntax: PatternSyntax, captureCount: Int, _ budget: inout PatternBudget
    ) throws(PatternError) -> PatternProgram {
        var compiler = PatternCompiler(capturing: syntax.containsBackreference, captureCount: captureCount)
        try compiler.emit(syntax, backward: false)
        try compiler.append(.init(operation: .match))
        budget.instructions -= compiler.size
        guard budget.instructions >= 0 else { throw PatternError(reason: .budgetExceeded, offset: 0) }
        return compiler.program
    }

    private mutating func grow(by added: Int) throws(PatternError) {
        size += added
        guard size <= PatternCompiler.maximumSize else { throw PatternError(reason: .tooLarge, offset: 0) }
    }

    private init(capturing: Bool, captureCount: Int) {
        self.capturing = capturing
        program.usesBackreference = capturing
        program.registerCount = capturing ? 2 * (captureCount + 1) : 0
    }

    // Every instruction continues with the next one unless it is patched.

    private var end: Int32 { Int32(program.instructions.count) }

    @discardableResult
    private mutating func append(_ instruction: PatternProgram.Instruction) throws(PatternError) -> Int {
        try grow(by: 1)
        var instruction = instruction
        instruction.next = end + 1
        program.instructions.append(instruction)
        return program.instructions.count - 1
    }

    private mutating func emit(_ syntax: PatternSyntax, backward: Bool) throws(PatternError) {
        try grow(by: 1)
        switch syntax {
        case .scalar(let set):
            // Sets are hashed.
            try grow(by: set.ranges.count / 16)
            try append(.init(operation: .scalar, backward: backward, argument: index(of: set)))
        case .sequence(let terms):
            for term in backward ? terms.reversed() : terms { try emit(term, backward: backward) }
        case .alternatives(let alternatives): try emitAlternatives(alternatives, backward: backward)
        case .capture(let group, let inside): try emitCapture(group, inside, backward: backward)
        case .repeated(let inside, let minimum, let maximum, let greedy, let captures):
            let loop = Loop(inside: inside, greedy: greedy, captures: captures, backward: backward)
            try emitRepeated(loop, minimum: minimum, maximum: maximum)
        case .boundary(let boundary):
            if boundary == .wordBoundary || boundary == .notWordBoundary { program.usesWordBoundary = true }
            try append(.init(operation: .boundary, argument: Int32(boundary.rawValue)))
        case .lookaround(let inside, let ahead, let negated):
            try emitLookaround(inside, ahead: ahead, negated: negated)
        case .backreference(let group):
            try append(.init(operation: .backreference, backward: backward, argument: Int32(group)))
        }
    }

    private mutating func index(of set: ScalarSet) -> Int32 {
        if let known = setIndices[set] { return known }
        program.sets.append(set)
        let index = Int32(program.sets.count - 1)
        setIndices[set] = index
        return index
    }

    private mutating func emitAlternatives(
        _ alternatives: [PatternSyntax], backward: Bool
    ) throws(PatternError) {
        var jumps: [Int] = []
        for alternative in alternatives.dropLast() {
            let split = try append(.init(operation: .split))
            try emit(alternative, backward: backward)
            jumps.append(try append(.init(operation: .jump)))
            program.instructions[split].other = end
        }
        if let last = alternatives.last { try emit(last, backward: backward) }
        for jump in jumps { program.instructions[jump].next = end }
    }

    private mutating func emitCapture(
        _ group: Int, _ inside: PatternSyntax, backward: Bool
    ) throws(PatternError) {
        guard capturing else { return try emit(inside, backward: backward) }
        try append(.init(operation: .save, argument: Int32(2 * group + (backward ? 1 : 0))))
        try emit(inside, backward: backward)
        try append(.init(operation: .save, argument: Int32(2 * group + (backward ? 0 : 1))))
    }

    /// The body follows its instruction, which continues after it, and ends in `match` like a program.
    private mutating func emitLookaround(
        _ inside: PatternSyntax, ahead: Bool, negated: Bool
    ) throws(PatternError) {
        let look = try append(.init(operation: .lookaround, argument: Int32(program.lookarounds.count)))
        let number = program.lookarounds.count
        program.lookarounds.append(
            .init(body: .init(entry: end, match: end, backward: !ahead), negated: negated))
        try emit(inside, backward: !ahead)
        program.lookarounds[number].body.match = Int32(try append(.init(operation: .match)))
        program.instructions[look].next = end
    }

    // MARK: Repetition. https://tc39.es/ecma262/#sec-runtime-semantics-repeatmatcher-abstract-operation

    private struct Loop {
        let inside: PatternSyntax
        let greedy: Bool
        let captures: Range<Int>
        let backward: Bool
    }

    private mutating func emitRepeated(_ loop: Loop, minimum: Int, maximum: Int?) throws(PatternError) {
        for _ in 0..<minimum {
            let start = end
            try emitRound(loop)
            // A body without instructions needs no second round.
            if end == start { return }
        }
        guard let maximum else { return try emitStar(loop) }
        var exits: [Int] = []
        for _ in minimum..<maximum {
            exits.append(try append(.init(operation: .split)))
            try emitOptionalRound(loop)
        }
        for exit in exits { direct(exit, greedy: loop.greedy, leaving: end) }
    }

    private mutating func emitStar(_ loop: Loop) throws(PatternError) {
        let split = try append(.init(operation: .split))
        try emitOptionalRound(loop)
        let jump = try append(.init(operation: .jump))
        program.instructions[jump].next = Int32(split)
        direct(split, greedy: loop.greedy, leaving: end)
    }

    /// Makes a split try the loop first if greedy, the exit first if lazy.
    private mutating func direct(_ split: Int, greedy: Bool, leaving exit: Int32) {
        let inside = Int32(split + 1)
        program.instructions[split].next = greedy ? inside : exit
        program.instructions[split].other = greedy ? exit : inside
    }

    private mutating func emitRound(_ loop: Loop) throws(PatternError) {
        if capturing, !loop.captures.isEmpty {
            let (first, last) = (2 * loop.captures.lowerBound, 2 * loop.captures.upperBound)
            try append(.init(operation: .clear, argument: Int32(first), other: Int32(last)))
        }
        try emit(loop.inside, backward: loop.backward)
    }

    /// Emits a round beyond the minimum, which fails if it reads nothing. Without captures that does not
    /// affect the result, as the other engines do not repeat a loop at one position.
    private mutating func emitOptionalRound(_ loop: Loop) throws(PatternError) {
        guard capturing else { return try emitRound(loop) }
        let register = Int32(program.registerCount)
        program.registerCount += 1
        try append(.init(operation: .save, argument: register))
        try emitRound(loop)
        try append(.init(operation: .progress, argument: register))
    }
}

extension PatternSyntax {
    var containsBackreference: Bool {
        switch self {
        case .backreference: true
        case .sequence(let parts), .alternatives(let parts): parts.contains(where: \.containsBackreference)
        case .capture(_, let inside), .lookaround(let inside, _, _): inside.containsBackreference
        case .repeated(let inside, _, _, _, _): inside.containsBackreference
        case .scalar, .boundary: false
        }
    }
}

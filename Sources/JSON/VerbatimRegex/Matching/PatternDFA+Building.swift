extension PatternDFA {
    /// Nil when the pattern needs more than an automaton, or one that is too large to build beforehand.
    init?(_ program: PatternProgram) {
        guard program.looks.isEmpty, !program.usesBackreference,
            let classes = ScalarClasses(program.sets + [PatternParser.wordCharacters])
        else { return nil }
        var builder = Builder(program: program, classes: classes)
        guard builder.build() else { return nil }
        self.init(
            classes: classes, transitions: builder.transitions, acceptsAtEnd: builder.acceptsAtEnd,
            start: 2)
    }
}

/// Subset construction. A state is the set of instructions reached by the text so far, before anything that depends on
/// the next code point is followed, and what the text so far says about edges.
private struct Builder {
    private struct Key: Hashable {
        var instructions: [Int32]
        var atStart: Bool
        var behindWord: Bool
    }

    /// What is known at a location when edges are judged.
    private struct Location {
        let atStart: Bool
        let atEnd: Bool
        let atWordBoundary: Bool
    }

    let program: PatternProgram
    let classes: ScalarClasses
    private let isWord: [Bool]
    /// Whether a match may begin behind the start of the text.
    private var searches = true
    var transitions: [UInt16] = []
    var acceptsAtEnd: [Bool] = []
    private var keys: [Key] = []
    private var stateByKey: [Key: UInt16] = [:]
    private var visited: [Int]
    private var visit = 0
    private var work = 0

    private static let maximumStates = 60_000
    /// Instructions visited while building: some milliseconds, which only repetitions of thousands come near.
    private static let maximumWork = 300_000

    init(program: PatternProgram, classes: ScalarClasses) {
        self.program = program
        self.classes = classes
        isWord = classes.samples.map(PatternParser.wordCharacters.contains)
        visited = [Int](repeating: 0, count: program.instructions.count)
    }

    mutating func build() -> Bool {
        for fixed in [false, true] {
            transitions += [UInt16](repeating: fixed ? 1 : 0, count: classes.count)
            acceptsAtEnd.append(fixed)
            keys.append(Key(instructions: [], atStart: false, behindWord: false))
        }
        let later = Key(instructions: [0], atStart: false, behindWord: false)
        searches = [false, true].contains { word in
            [false, true].contains { end in closure(later, nextIsWord: word, atEnd: end) != [] }
        }
        _ = state(Key(instructions: [0], atStart: true, behindWord: false))
        var next = 2
        while next < keys.count {
            guard keys.count <= Builder.maximumStates, work <= Builder.maximumWork else { return false }
            expand(keys[next])
            next += 1
        }
        return true
    }

    /// The number of the state with this key.
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
        let besideOther = closure(key, nextIsWord: false, atEnd: false)
        let besideWord =
            program.usesWordBoundary ? closure(key, nextIsWord: true, atEnd: false) : besideOther
        for scalarClass in 0..<classes.count {
            let reached = isWord[scalarClass] ? besideWord : besideOther
            transitions.append(reached.map { step($0, over: scalarClass) } ?? PatternDFA.matched)
        }
    }

    /// The state behind a code point of the class. A search may also begin anew there.
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
        let behindWord = program.usesWordBoundary && isWord[scalarClass]
        return state(Key(instructions: reached.sorted(), atStart: false, behindWord: behindWord))
    }

    /// The reading instructions that can be reached without reading, or nil when the match is reached.
    private mutating func closure(_ key: Key, nextIsWord: Bool, atEnd: Bool) -> [Int32]? {
        let location = Location(
            atStart: key.atStart, atEnd: atEnd, atWordBoundary: key.behindWord != nextIsWord)
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
            case .edge where !stands(instruction, location): break
            default: pending.append(instruction.next)
            }
        }
        return reading
    }

    private func stands(_ instruction: PatternProgram.Instruction, _ location: Location) -> Bool {
        switch PatternEdge(rawValue: UInt8(instruction.argument)) {
        case .start: location.atStart
        case .end: location.atEnd
        case .wordBoundary: location.atWordBoundary
        case .notWordBoundary: !location.atWordBoundary
        case nil: false
        }
    }
}

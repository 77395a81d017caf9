/// Searches a string for a pattern with lookarounds, in time proportional to the size of the pattern times
/// that of the string.
///
/// One pass over the string per lookaround, and one for the pattern, computes at each position the
/// instructions that can reach their `match` from there. They follow from those of the adjacent position and
/// the code point in between. A lookaround is then a fact about a position, like the start of the string.
struct PatternNFA: Sendable {
    private let program: PatternProgram
    /// The predecessors of each instruction, in one array: those of `n` are at `bounds[n]..<bounds[n + 1]`.
    private let predecessors: [Int32]
    private let bounds: [Int32]

    init(_ program: PatternProgram) {
        self.program = program
        var lists = [[Int32]](repeating: [], count: program.instructions.count)
        for (number, instruction) in program.instructions.enumerated() where instruction.operation != .match {
            lists[Int(instruction.next)].append(Int32(number))
            if instruction.operation == .split { lists[Int(instruction.other)].append(Int32(number)) }
        }
        predecessors = Array(lists.joined())
        bounds = lists.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) }
    }

    /// Whether the pattern matches anywhere in a string, or nil if the search reaches its step limit.
    func matches(_ text: ByteSpan) -> Bool? {
        var sweep = Sweep(self, UTF8Scalar.all(text))
        // An inner lookaround has a higher number than the one around it, and is needed first.
        for look in program.lookarounds.indices.reversed() {
            guard let positions = sweep.positions(matching: program.lookarounds[look].body) else {
                return nil
            }
            sweep.results[look] = positions
        }
        let whole = PatternProgram.Body(
            entry: 0, match: Int32(program.instructions.count - 1), backward: false)
        return sweep.positions(matching: whole)?.contains(true)
    }

    private struct Sweep {
        let pattern: PatternNFA
        let text: [UInt32]
        /// Whether the body of each lookaround matches at each position.
        var results: [[Bool]]
        private var marks: [Int]
        private var mark = 0
        private var stepsLeft: Int

        init(_ pattern: PatternNFA, _ text: [UInt32]) {
            self.pattern = pattern
            self.text = text
            stepsLeft = Pattern.maximumSteps(text.count)
            results = [[Bool]](repeating: [], count: pattern.program.lookarounds.count)
            marks = [Int](repeating: 0, count: pattern.program.instructions.count)
        }

        /// Returns whether the body matches from each position, reading toward the end, or backward toward
        /// the start; nil at the step limit.
        mutating func positions(matching body: PatternProgram.Body) -> [Bool]? {
            var result = [Bool](repeating: false, count: text.count + 1)
            var reached: [Int32] = []
            let order = Array(0...text.count)
            for position in body.backward ? order : order.reversed() {
                let between = body.backward ? position - 1 : position
                reached = instructions(
                    reaching: body.match, at: position,
                    before: text.indices.contains(between) ? text[between] : nil, reached)
                result[position] = marks[Int(body.entry)] == mark
                stepsLeft -= reached.count
                guard stepsLeft > 0 else { return nil }
            }
            return result
        }

        /// Returns the instructions that can reach the match from a position, given those after a code point.
        private mutating func instructions(
            reaching match: Int32, at position: Int, before scalar: UInt32?, _ after: [Int32]
        ) -> [Int32] {
            mark += 1
            var reached = [match]
            marks[Int(match)] = mark
            if let scalar {
                for target in after { addReaders(of: scalar, to: target, &reached) }
            }
            var next = 0
            while next < reached.count {
                addFollowers(to: reached[next], at: position, &reached)
                next += 1
            }
            return reached
        }

        private mutating func addReaders(of scalar: UInt32, to target: Int32, _ reached: inout [Int32]) {
            for predecessor in pattern.predecessors(of: target) {
                let instruction = pattern.program.instructions[Int(predecessor)]
                guard instruction.operation == .scalar, marks[Int(predecessor)] != mark,
                    pattern.program.sets[Int(instruction.argument)].contains(scalar)
                else { continue }
                marks[Int(predecessor)] = mark
                reached.append(predecessor)
            }
        }

        private mutating func addFollowers(to target: Int32, at position: Int, _ reached: inout [Int32]) {
            for predecessor in pattern.predecessors(of: target) where marks[Int(predecessor)] != mark {
                guard passes(pattern.program.instructions[Int(predecessor)], at: position) else { continue }
                marks[Int(predecessor)] = mark
                reached.append(predecessor)
            }
        }

        /// Returns whether an instruction that does not read continues at a position.
        private func passes(_ instruction: PatternProgram.Instruction, at position: Int) -> Bool {
            switch instruction.operation {
            case .scalar, .match, .backreference: return false
            case .boundary: return PatternBoundary.holds(instruction.argument, at: position, in: text)
            case .lookaround:
                let look = Int(instruction.argument)
                return results[look][position] != pattern.program.lookarounds[look].negated
            case .split, .jump, .save, .clear, .progress: return true
            }
        }
    }

    private func predecessors(of target: Int32) -> ArraySlice<Int32> {
        predecessors[Int(bounds[Int(target)])..<Int(bounds[Int(target) + 1])]
    }
}

/// Searches a string for a pattern without lookarounds, whose DFA would be too large.
///
/// It follows the instructions that the string so far can have reached, all at once.
struct PatternSimulation: Sendable {
    private let program: PatternProgram

    init(_ program: PatternProgram) { self.program = program }

    /// Whether the pattern matches anywhere in a string, or nil if the search reaches its step limit.
    func matches(_ text: ByteSpan) -> Bool? {
        var run = Run(program: program, text: UTF8Scalar.all(text))
        return run.search()
    }

    private struct Run {
        let program: PatternProgram
        let text: [UInt32]
        /// The instructions that are reached at a position, with those that follow without reading.
        private var reached: [Int32] = []
        private var marks: [Int]
        private var mark = 0
        private var stepsLeft: Int

        init(program: PatternProgram, text: [UInt32]) {
            self.program = program
            self.text = text
            marks = [Int](repeating: 0, count: program.instructions.count)
            stepsLeft = Pattern.maximumSteps(text.count)
        }

        mutating func search() -> Bool? {
            var next: [Int32] = []
            for position in 0...text.count {
                mark += 1
                reached.removeAll(keepingCapacity: true)
                for instruction in next { reach(instruction) }
                // A match may begin at any position.
                reach(0)
                if follow(at: position) { return true }
                guard stepsLeft > 0 else { return nil }
                if position < text.count { read(text[position], into: &next) }
            }
            return false
        }

        private mutating func reach(_ instruction: Int32) {
            guard marks[Int(instruction)] != mark else { return }
            marks[Int(instruction)] = mark
            reached.append(instruction)
        }

        /// Adds the instructions that follow without reading; returns whether one of them is the match.
        private mutating func follow(at position: Int) -> Bool {
            var number = 0
            while number < reached.count {
                let instruction = program.instructions[Int(reached[number])]
                number += 1
                stepsLeft -= 1
                switch instruction.operation {
                case .match: return true
                case .scalar: break
                case .split:
                    reach(instruction.next)
                    reach(instruction.other)
                case .boundary:
                    guard PatternBoundary.holds(instruction.argument, at: position, in: text) else { break }
                    reach(instruction.next)
                default: reach(instruction.next)
                }
            }
            return false
        }

        /// Collects the instructions after those that read a code point.
        private func read(_ scalar: UInt32, into next: inout [Int32]) {
            next.removeAll(keepingCapacity: true)
            for number in reached {
                let instruction = program.instructions[Int(number)]
                guard instruction.operation == .scalar,
                    program.sets[Int(instruction.argument)].contains(scalar)
                else { continue }
                next.append(instruction.next)
            }
        }
    }
}

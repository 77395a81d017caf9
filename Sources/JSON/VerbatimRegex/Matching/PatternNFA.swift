/// Finds whether a pattern with lookarounds matches, in time proportional to pattern times text.
///
/// The text is swept once for every lookaround and once for the pattern. At each location it is known which instructions
/// can reach their `match` from there; one location further that follows from the instructions that read the code point
/// between. A lookaround is then a fact about a location, like the start of the text.
struct PatternNFA: Sendable {
    private let program: PatternProgram
    /// The instructions that go to each instruction, in one array: those of `n` are at `bounds[n]..<bounds[n + 1]`.
    private let origins: [Int32]
    private let bounds: [Int32]

    init(_ program: PatternProgram) {
        self.program = program
        var lists = [[Int32]](repeating: [], count: program.instructions.count)
        for (number, instruction) in program.instructions.enumerated() where instruction.operation != .match {
            lists[Int(instruction.next)].append(Int32(number))
            if instruction.operation == .split { lists[Int(instruction.other)].append(Int32(number)) }
        }
        origins = Array(lists.joined())
        bounds = lists.reduce(into: [0]) { $0.append(($0.last ?? 0) + Int32($1.count)) }
    }

    func matches(_ text: Span<UInt8>) -> Bool {
        var sweep = Sweep(self, UTF8Scalar.all(text))
        // An inner lookaround has a higher number than the one around it, and must be known first.
        for look in program.looks.indices.reversed() {
            sweep.answers[look] = sweep.locations(matching: program.looks[look].body)
        }
        let whole = PatternProgram.Body(
            entry: 0, match: Int32(program.instructions.count - 1), backward: false)
        return sweep.locations(matching: whole).contains(true)
    }

    private struct Sweep {
        let pattern: PatternNFA
        let text: [UInt32]
        /// Whether each lookaround's body matches at each location.
        var answers: [[Bool]]
        private var marks: [Int]
        private var mark = 0

        init(_ pattern: PatternNFA, _ text: [UInt32]) {
            self.pattern = pattern
            self.text = text
            answers = [[Bool]](repeating: [], count: pattern.program.looks.count)
            marks = [Int](repeating: 0, count: pattern.program.instructions.count)
        }

        /// Whether the body matches from each location: it reads towards the end, or backward towards the start.
        mutating func locations(matching body: PatternProgram.Body) -> [Bool] {
            var result = [Bool](repeating: false, count: text.count + 1)
            var reached: [Int32] = []
            let order = Array(0...text.count)
            for location in body.backward ? order : order.reversed() {
                let between = body.backward ? location - 1 : location
                reached = instructions(
                    reaching: body.match, at: location,
                    before: text.indices.contains(between) ? text[between] : nil,
                    reached)
                result[location] = marks[Int(body.entry)] == mark
            }
            return result
        }

        /// The instructions that can reach the match from a location, given those that can from behind a code point.
        private mutating func instructions(
            reaching match: Int32, at location: Int, before scalar: UInt32?, _ behind: [Int32]
        ) -> [Int32] {
            mark += 1
            var reached = [match]
            marks[Int(match)] = mark
            if let scalar {
                for target in behind { addReaders(of: scalar, to: target, &reached) }
            }
            var next = 0
            while next < reached.count {
                addFollowers(to: reached[next], at: location, &reached)
                next += 1
            }
            return reached
        }

        private mutating func addReaders(of scalar: UInt32, to target: Int32, _ reached: inout [Int32]) {
            for origin in pattern.origins(of: target) {
                let instruction = pattern.program.instructions[Int(origin)]
                guard instruction.operation == .scalar, marks[Int(origin)] != mark,
                    pattern.program.sets[Int(instruction.argument)].contains(scalar)
                else { continue }
                marks[Int(origin)] = mark
                reached.append(origin)
            }
        }

        private mutating func addFollowers(to target: Int32, at location: Int, _ reached: inout [Int32]) {
            for origin in pattern.origins(of: target) where marks[Int(origin)] != mark {
                guard passes(pattern.program.instructions[Int(origin)], at: location) else { continue }
                marks[Int(origin)] = mark
                reached.append(origin)
            }
        }

        /// Whether an instruction that reads nothing goes on from a location.
        private func passes(_ instruction: PatternProgram.Instruction, at location: Int) -> Bool {
            switch instruction.operation {
            case .scalar, .match, .backreference: return false
            case .edge: return PatternEdge.stands(instruction.argument, at: location, in: text)
            case .look:
                let look = Int(instruction.argument)
                return answers[look][location] != pattern.program.looks[look].negated
            case .split, .jump, .save, .forget, .progress: return true
            }
        }
    }

    private func origins(of target: Int32) -> ArraySlice<Int32> {
        origins[Int(bounds[Int(target)])..<Int(bounds[Int(target) + 1])]
    }
}

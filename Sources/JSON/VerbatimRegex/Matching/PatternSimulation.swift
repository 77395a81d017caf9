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

/// Searches a string for a pattern with backreferences by trying its alternatives in order.
///
/// That may take exponential time, so the steps are counted, and the search gives up at a limit.
struct PatternBacktracker {
    struct GaveUp: Error {}

    private enum Job {
        case attempt(instruction: Int32, position: Int)
        case restore(register: Int, value: Int)
    }

    private let program: PatternProgram
    private let text: [UInt32]
    private var registers: [Int]
    private var steps = 0

    /// The limit of steps: a fraction of a second.
    static let maximumSteps = 5_000_000

    init(_ program: PatternProgram, _ text: ByteSpan) {
        self.program = program
        self.text = UTF8Scalar.all(text)
        registers = [Int](repeating: -1, count: program.registerCount)
    }

    /// Returns whether the pattern matches at any position of the string.
    mutating func search() throws(GaveUp) -> Bool {
        for position in 0...text.count {
            if try run(from: 0, at: position) { return true }
        }
        return false
    }

    /// Returns whether the instructions from an entry reach their `match`. Registers keep its values.
    private mutating func run(from entry: Int32, at position: Int) throws(GaveUp) -> Bool {
        var jobs = [Job.attempt(instruction: entry, position: position)]
        while let job = jobs.popLast() {
            switch job {
            case .restore(let register, let value): registers[register] = value
            case .attempt(let instruction, let position):
                if try follow(instruction, position, &jobs) { return true }
            }
        }
        return false
    }

    /// Follows one alternative until it matches or fails, and appends the others to `jobs`.
    private mutating func follow(
        _ instruction: Int32, _ position: Int, _ jobs: inout [Job]
    ) throws(GaveUp) -> Bool {
        var number = Int(instruction)
        var position = position
        while true {
            steps += 1
            guard steps <= PatternBacktracker.maximumSteps else { throw GaveUp() }
            let current = program.instructions[number]
            number = Int(current.next)
            switch current.operation {
            case .match: return true
            case .jump: break
            case .split: jobs.append(.attempt(instruction: current.other, position: position))
            case .scalar: guard read(current, &position) else { return false }
            case .boundary:
                guard PatternBoundary.holds(current.argument, at: position, in: text) else { return false }
            case .lookaround: guard try holds(current, position, &jobs) else { return false }
            case .backreference: guard repeats(current, &position) else { return false }
            case .progress: guard registers[Int(current.argument)] != position else { return false }
            case .save: set(Int(current.argument), position, &jobs)
            case .clear:
                steps += Int(current.other - current.argument)
                for register in Int(current.argument)..<Int(current.other) { set(register, -1, &jobs) }
            }
        }
    }

    private mutating func set(_ register: Int, _ value: Int, _ jobs: inout [Job]) {
        jobs.append(.restore(register: register, value: registers[register]))
        registers[register] = value
    }

    private func read(_ instruction: PatternProgram.Instruction, _ position: inout Int) -> Bool {
        let index = instruction.backward ? position - 1 : position
        guard text.indices.contains(index) else { return false }
        guard program.sets[Int(instruction.argument)].contains(text[index]) else { return false }
        position += instruction.backward ? -1 : 1
        return true
    }

    /// Runs the body of a lookaround. Its captures remain if it matches and is not negated, and are undone if
    /// the instructions after it fail. https://tc39.es/ecma262/#sec-compileassertion
    private mutating func holds(
        _ instruction: PatternProgram.Instruction, _ position: Int, _ jobs: inout [Job]
    ) throws(GaveUp) -> Bool {
        let lookaround = program.lookarounds[Int(instruction.argument)]
        steps += registers.count
        let before = registers
        let matched = try run(from: lookaround.body.entry, at: position)
        if matched && !lookaround.negated {
            for register in registers.indices where registers[register] != before[register] {
                jobs.append(.restore(register: register, value: before[register]))
            }
        } else {
            registers = before
        }
        return matched != lookaround.negated
    }

    private mutating func repeats(_ instruction: PatternProgram.Instruction, _ position: inout Int) -> Bool {
        let start = registers[2 * Int(instruction.argument)]
        let end = registers[2 * Int(instruction.argument) + 1]
        // A group that did not participate matches the empty string.
        guard start >= 0, end >= 0 else { return true }
        let length = end - start
        steps += length
        let from = instruction.backward ? position - length : position
        guard from >= 0, from + length <= text.count,
            text[start..<end].elementsEqual(text[from..<(from + length)])
        else { return false }
        position += instruction.backward ? -length : length
        return true
    }
}

/// Finds whether a pattern with backreferences matches, by trying its ways in order.
///
/// No engine can promise to be quick about those: the steps are counted, and at the limit it gives up.
struct PatternBacktracker {
    struct GaveUp: Error {}

    private enum Job {
        case attempt(instruction: Int32, location: Int)
        case restore(register: Int, value: Int)
    }

    private let program: PatternProgram
    private let text: [UInt32]
    private var registers: [Int]
    private var steps = 0

    /// A fraction of a second's work.
    static let maximumSteps = 5_000_000

    init(_ program: PatternProgram, _ text: Span<UInt8>) {
        self.program = program
        self.text = UTF8Scalar.all(text)
        registers = [Int](repeating: -1, count: program.registerCount)
    }

    /// Whether the pattern matches at any location of the text.
    mutating func search() throws(GaveUp) -> Bool {
        for location in 0...text.count {
            if try run(from: 0, at: location) { return true }
        }
        return false
    }

    /// Whether the instructions from an entry reach their `match`. Registers keep what the successful way set.
    private mutating func run(from entry: Int32, at location: Int) throws(GaveUp) -> Bool {
        var jobs = [Job.attempt(instruction: entry, location: location)]
        while let job = jobs.popLast() {
            switch job {
            case .restore(let register, let value): registers[register] = value
            case .attempt(let instruction, let location):
                if try follow(instruction, location, &jobs) { return true }
            }
        }
        return false
    }

    /// Follows one way until it matches or fails; what else could be tried is left in `jobs`.
    private mutating func follow(
        _ instruction: Int32, _ location: Int, _ jobs: inout [Job]
    ) throws(GaveUp) -> Bool {
        var number = Int(instruction)
        var location = location
        while true {
            steps += 1
            guard steps <= PatternBacktracker.maximumSteps else { throw GaveUp() }
            let current = program.instructions[number]
            number = Int(current.next)
            switch current.operation {
            case .match: return true
            case .jump: break
            case .split: jobs.append(.attempt(instruction: current.other, location: location))
            case .scalar: guard read(current, &location) else { return false }
            case .edge:
                guard PatternEdge.stands(current.argument, at: location, in: text) else { return false }
            case .look: guard try holds(current, location, &jobs) else { return false }
            case .backreference: guard repeats(current, &location) else { return false }
            case .progress: guard registers[Int(current.argument)] != location else { return false }
            case .save: set(Int(current.argument), location, &jobs)
            case .forget:
                for register in Int(current.argument)..<Int(current.other) { set(register, -1, &jobs) }
            }
        }
    }

    private mutating func set(_ register: Int, _ value: Int, _ jobs: inout [Job]) {
        jobs.append(.restore(register: register, value: registers[register]))
        registers[register] = value
    }

    private func read(_ instruction: PatternProgram.Instruction, _ location: inout Int) -> Bool {
        let index = instruction.backward ? location - 1 : location
        guard text.indices.contains(index) else { return false }
        guard program.sets[Int(instruction.argument)].contains(text[index]) else { return false }
        location += instruction.backward ? -1 : 1
        return true
    }

    /// Runs the body of a lookaround. What its groups matched stays when it holds and is not negated, and is undone
    /// when the way behind it fails. https://tc39.es/ecma262/#sec-compileassertion
    private mutating func holds(
        _ instruction: PatternProgram.Instruction, _ location: Int, _ jobs: inout [Job]
    ) throws(GaveUp) -> Bool {
        let look = program.looks[Int(instruction.argument)]
        let before = registers
        let matched = try run(from: look.body.entry, at: location)
        if matched && !look.negated {
            for register in registers.indices where registers[register] != before[register] {
                jobs.append(.restore(register: register, value: before[register]))
            }
        } else {
            registers = before
        }
        return matched != look.negated
    }

    private func repeats(_ instruction: PatternProgram.Instruction, _ location: inout Int) -> Bool {
        let start = registers[2 * Int(instruction.argument)]
        let end = registers[2 * Int(instruction.argument) + 1]
        // A group that took no part matches the empty text.
        guard start >= 0, end >= 0 else { return true }
        let length = end - start
        let from = instruction.backward ? location - length : location
        guard from >= 0, from + length <= text.count,
            text[start..<end].elementsEqual(text[from..<(from + length)])
        else { return false }
        location += instruction.backward ? -length : length
        return true
    }
}

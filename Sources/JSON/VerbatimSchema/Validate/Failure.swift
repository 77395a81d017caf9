/// A keyword that an instance violates, as indices into the program and the documents.
struct Failure: Sendable {
    /// The circumstances that the keyword does not reveal.
    enum Detail: Sendable {
        case none
        /// The name of a missing required property, as an index in `Program.names`.
        case missing(Int32)
        /// The number of matching schemas, members or elements.
        case count(Int)
        /// The number of elements that match `contains`, and its bounds.
        case matching(Int, minimum: Int, maximum: Int)
        /// Two equal elements.
        case equal(Int, Int)
        /// The index of the closest branch of an `anyOf` or `oneOf`.
        case closest(Int)
        /// A pattern exceeded the step limit.
        case stepLimit
        /// The depth limit was exceeded.
        case tooDeep
        /// The run exceeded the limit of its work.
        case tooMuchWork
        /// The run is repeated with memoization, which finds each failure once.
        case unmemoized
    }

    let location: Int32
    /// The instance; its name if `isName`.
    let node: Int
    let isName: Bool
    let detail: Detail
    /// The path from the entry.
    let path: [PathStep]
    /// The failures of the closest branch of an `anyOf` or `oneOf`.
    let causes: [Failure]
    /// The number of failures of that branch that are not kept.
    let omittedCauses: Int
    /// The memory that the failure takes, in units of some hundred bytes.
    let weight: Int
}

/// A step on the path from the entry to a keyword.
struct PathStep: BitwiseCopyable, Hashable {
    enum Kind: UInt8, BitwiseCopyable {
        /// `number` is the index of a schema.
        case schema
        /// `number` is the index of a reference's location; the next step is the target.
        case reference
    }

    let kind: Kind
    let number: Int32
    /// The instance; for a name, the value of its member.
    let node: UInt32
}

/// The failures of a run or of a branch: the first ones of each keyword, and the number of the others.
///
/// An instance of a few megabytes can have millions of failures, and only the first are ever read.
struct FailureList: Sendable {
    private(set) var kept: [Failure] = []
    private(set) var omittedCount = 0
    /// The distance of a branch from being valid.
    private(set) var distance = 0
    private(set) var weight = 0
    private let limit: Int
    /// The number of kept failures of each keyword, by its location; filled once it matters.
    private var counts: [Int32: Int] = [:]

    /// - Parameter limit: The weight up to which failures are kept; a tenth of it for each keyword.
    init(limit: Int) { self.limit = limit }

    /// Counts a failure, and returns whether it is to be kept.
    mutating func count(_ location: Int32, distance: Int) -> Bool {
        self.distance += distance
        guard weight < limit, kept.count < limit / 10 || hasRoom(for: location) else {
            omittedCount += 1
            return false
        }
        return true
    }

    private mutating func hasRoom(for location: Int32) -> Bool {
        if counts.isEmpty { for failure in kept { counts[failure.location, default: 0] += 1 } }
        guard counts[location, default: 0] < limit / 10 else { return false }
        counts[location, default: 0] += 1
        return true
    }

    mutating func keep(_ failure: Failure) {
        kept.append(failure)
        weight += failure.weight
    }
}

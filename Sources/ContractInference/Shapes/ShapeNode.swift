/// What is counted at one place while answers are read; see `Shape` for what becomes of it.
///
/// Unsafe code. Invariant: a node is made by `ShapeRecorder.makeNode`, stays where it is, and lives as long as its
/// recorder, which alone reaches it. Nodes lie behind pointers because a class would pay for exclusivity checks and
/// reference counts at every value of every answer.
struct ShapeNode {
    /// How many values had each tag of the tape.
    var tags: (Int, Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0, 0)
    var text = TextTally()
    var emptyArrays = 0
    var items: UnsafeMutablePointer<ShapeNode>?
    /// The members, in the order in which they came first.
    var members: [MemberSlot] = []
    /// Where members are by name, once they are many.
    var places: [[UInt8]: Int32] = [:]
    var objects = 0
    var answers = 0
    /// The last answer and the last object that were counted here.
    var lastAnswer = -1
    /// Whether the values are elements of a list, whose kinds are told apart.
    var isElement: Bool
    /// Whether a member by which kinds are told has been seen.
    var hasMarks = false
    /// The kinds seen; nil when they are too many.
    var kinds: [KindTally]? = []
    /// Whether bare digits may be a date here.
    let isDateNamed: Bool

    init(isElement: Bool, isDateNamed: Bool) {
        self.isElement = isElement
        self.isDateNamed = isDateNamed
    }
}

/// A member of the objects at a place.
struct MemberSlot {
    let name: [UInt8]
    /// The first bytes of the name, for a quick look.
    let prefix: UInt64
    let node: UnsafeMutablePointer<ShapeNode>
    /// Its place in `KindNames.all`, or -1.
    let mark: Int
    var count = 0
    /// The last object that had it: a name that stands twice counts once.
    var lastObject = -1
    /// The member that came behind it last time.
    var successor: Int
}

/// The objects of one kind.
struct KindTally {
    /// The values of the marks, as they stand in `KindNames.all`; nil where there is none.
    let marks: [Int: [UInt8]]
    var objects = 0
    var answers = 0
    var lastAnswer = -1
    /// How many have each member, in the order of the slots.
    var present: [Int] = []
}

/// What was seen at one location of many answers: which kinds of values, how often, and what they have in common.
///
/// Absent, null and empty are counted apart: a member is absent in `objects - count` of the objects that might have it,
/// and null in `nulls` of those that do.
public struct ObservedShape: Sendable, Hashable {
    /// How many values were null.
    public internal(set) var nulls = 0
    /// How many were `true` or `false`.
    public internal(set) var booleans = 0
    /// How many were numbers without point and exponent.
    public internal(set) var integers = 0
    /// How many were numbers with one.
    public internal(set) var decimals = 0
    /// What the strings were.
    public internal(set) var text = TextFacts()
    /// How many were arrays.
    public internal(set) var arrays = 0
    /// How many of the arrays were empty.
    public internal(set) var emptyArrays = 0
    /// How many were objects.
    public internal(set) var objects = 0
    /// In how many answers there was an object.
    public internal(set) var answers = 0
    /// The members of the objects, in the order in which they came first.
    public internal(set) var members: [Member] = []
    /// The kinds that the elements of a list fall into, by the members that tell them apart.
    public internal(set) var kinds: [Kind] = []
    private var element: [ObservedShape] = []

    /// One member of the objects.
    public struct Member: Sendable, Hashable {
        /// Its name.
        public let name: String
        /// How many of the objects have it.
        public let count: Int
        /// What its values are.
        public let shape: ObservedShape
    }

    /// The objects that say of themselves that they are of one kind: `{"wrapperType": "track", "kind": "song"}`.
    public struct Kind: Sendable, Hashable {
        /// The members that tell, by name, with their values; a nil value stands for the absence of the member.
        public let marks: [Mark]
        /// How many objects are of this kind.
        public let objects: Int
        /// In how many answers there was one.
        public let answers: Int
        /// The names of the members that all of them have, in the order of `members`.
        public let always: [String]
    }

    /// A member that tells the kind of its object.
    public struct Mark: Sendable, Hashable {
        /// The name of the member.
        public let name: String
        /// Its value.
        public let value: String?
    }

    init() {}

    /// What the elements of the arrays are; nil when there was none.
    public var items: ObservedShape? {
        get { element.first }
        set { element = newValue.map { [$0] } ?? [] }
    }

    /// How many values there were.
    public var count: Int { nulls + booleans + integers + decimals + text.count + arrays + objects }
}

/// What the strings at one location have in common.
public struct TextFacts: Sendable, Hashable {
    /// How many strings there were.
    public internal(set) var count = 0
    /// How many of them were empty.
    public internal(set) var empty = 0
    /// The `format` that all of them have.
    public internal(set) var format: String?
    /// The date patterns that all of them follow, none more than needed; empty when one of them is no date.
    public internal(set) var datePatterns: [String] = []
    /// The number that all of them spell.
    public internal(set) var number: SpelledNumber?
    /// The values, when they are few and look like names; otherwise empty.
    public internal(set) var values: [Value] = []

    /// A number in a string.
    public enum SpelledNumber: String, Sendable, Hashable {
        /// Digits, perhaps with a sign.
        case integer
        /// With a point, or without one in some of them.
        case decimal
    }

    /// One of a few values.
    public struct Value: Sendable, Hashable {
        /// The text.
        public let text: String
        /// How often it came.
        public let count: Int
        /// In how many answers.
        public let answers: Int
    }

    init() {}
}

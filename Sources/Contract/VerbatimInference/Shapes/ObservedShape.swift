/// The shape of the values at one location of many responses: their types, their numbers and what they have
/// in common.
///
/// Absent, null and empty are counted separately: a property is absent from `objects - count` of the objects,
/// and its value is null in `nulls` of the others.
public struct ObservedShape: Sendable, Hashable {
    /// The number of nulls.
    public internal(set) var nulls = 0
    /// The number of booleans.
    public internal(set) var booleans = 0
    /// The number of numbers without fraction and exponent.
    public internal(set) var integers = 0
    /// The number of numbers with a fraction or an exponent.
    public internal(set) var decimals = 0
    /// The strings.
    public internal(set) var strings = StringFacts()
    /// The number of arrays.
    public internal(set) var arrays = 0
    /// The number of empty arrays.
    public internal(set) var emptyArrays = 0
    /// The number of objects.
    public internal(set) var objects = 0
    /// The number of responses with an object.
    public internal(set) var responses = 0
    /// The properties of the objects, in order of first occurrence.
    public internal(set) var properties: [Property] = []
    /// The kinds of the objects, if they are known to differ.
    var choice: ObservedChoice?
    private var element: [ObservedShape] = []

    /// A property of the objects.
    public struct Property: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The number of objects that have the property.
        public let count: Int
        /// The shape of the values.
        public let shape: ObservedShape
    }

    init() {}

    /// The shape of the elements of the arrays; nil if all arrays are empty.
    public var items: ObservedShape? {
        get { element.first }
        set { element = newValue.map { [$0] } ?? [] }
    }

    /// The number of values.
    public var count: Int { nulls + booleans + integers + decimals + strings.count + arrays + objects }
}

/// The properties that all strings at one location have in common.
public struct StringFacts: Sendable, Hashable {
    /// The number of strings.
    public internal(set) var count = 0
    /// The number of empty strings.
    public internal(set) var empty = 0
    /// The `format` of all strings, if they have one.
    public internal(set) var format: String?
    /// The smallest set of date patterns for all strings; empty if one of them is not a date.
    public internal(set) var datePatterns: [String] = []
    /// The kind of number that all strings are, if they are.
    public internal(set) var numericString: NumericString?
    /// The distinct values if they are few and look like names; otherwise empty.
    public internal(set) var values: [Value] = []

    /// A kind of numbers in strings.
    public enum NumericString: String, Sendable, Hashable {
        /// Digits, with an optional sign.
        case integer
        /// Digits with an optional fraction and an optional sign.
        case decimal
    }

    /// A value with its frequency.
    public struct Value: Sendable, Hashable {
        /// The value.
        public let text: String
        /// The number of its occurrences.
        public let count: Int
        /// The number of responses in which it occurs.
        public let responses: Int
    }

    init() {}
}

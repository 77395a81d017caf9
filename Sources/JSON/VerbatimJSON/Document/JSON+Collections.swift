extension JSON {
    /// The elements of an array, in order.
    public struct Elements: Collection, Sendable {
        @usableFromInline let tape: Tape
        @usableFromInline let start: Int
        @usableFromInline let end: Int
        /// The number of elements, in constant time.
        public let count: Int

        @inlinable init(tape: Tape, start: Int, end: Int, count: Int) {
            self.tape = tape
            self.start = start
            self.end = end
            self.count = count
        }

        /// The position of an element or member.
        public struct Index: Comparable, Sendable {
            @usableFromInline let node: Int
            @inlinable init(node: Int) { self.node = node }

            /// Whether one element precedes another.
            @inlinable public static func < (a: Index, b: Index) -> Bool { a.node < b.node }
        }

        /// The position of the first element.
        @inlinable public var startIndex: Index { Index(node: start) }
        /// The position past the last element.
        @inlinable public var endIndex: Index { Index(node: end) }
        /// Returns the position of the next element, in constant time whatever the size of this one.
        @inlinable public func index(after index: Index) -> Index {
            precondition(index.node >= start && index.node < end, "index out of range")
            return Index(node: tape.next(after: index.node))
        }
        /// The element at a position.
        @inlinable public subscript(index: Index) -> JSON {
            precondition(index.node >= start && index.node < end, "index out of range")
            return JSON(tape: tape, reference: index.node)
        }
    }

    /// The members of an object, in the order of the text.
    public struct Members: Collection, Sendable {
        @usableFromInline let tape: Tape
        @usableFromInline let start: Int
        @usableFromInline let end: Int
        /// The number of members, in constant time.
        public let count: Int

        @inlinable init(tape: Tape, start: Int, end: Int, count: Int) {
            self.tape = tape
            self.start = start
            self.end = end
            self.count = count
        }

        /// The position of the first member.
        @inlinable public var startIndex: Elements.Index { Elements.Index(node: start) }
        /// The position past the last member.
        @inlinable public var endIndex: Elements.Index { Elements.Index(node: end) }
        /// Returns the position of the next member, in constant time whatever the size of this one.
        @inlinable public func index(after index: Elements.Index) -> Elements.Index {
            precondition(index.node >= start && index.node < end, "index out of range")
            return Elements.Index(node: tape.next(after: index.node + 1))
        }
        /// The member at a position.
        @inlinable public subscript(index: Elements.Index) -> (name: String, value: JSON) {
            precondition(index.node >= start && index.node < end, "index out of range")
            return (tape.string(index.node), JSON(tape: tape, reference: index.node + 1))
        }
    }
}

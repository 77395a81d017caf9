extension JSON {
    /// The elements of an array, in order.
    public struct Elements: Collection, Sendable {
        @usableFromInline let tape: Tape
        @usableFromInline let start: Int
        @usableFromInline let end: Int
        /// The number of elements, in constant time.
        public let count: Int

        /// Creates the children of an array or object, or none if it is nil.
        @inlinable init(tape: Tape, of container: Int?) {
            self.tape = tape
            start = container.map { $0 + 2 } ?? 0
            end = container.map { tape.next(after: $0) } ?? 0
            count = container.map { tape.childCount($0) } ?? 0
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
            Index(node: tape.next(after: node(index)))
        }
        /// The element at a position.
        @inlinable public subscript(index: Index) -> JSON { JSON(tape: tape, reference: node(index)) }

        @inlinable func node(_ index: Index) -> Int {
            precondition(index.node >= start && index.node < end, "index out of range")
            return index.node
        }
    }

    /// The members of an object, in the order of the text.
    public struct Members: Collection, Sendable {
        @usableFromInline let children: Elements

        @inlinable init(_ children: Elements) { self.children = children }

        /// The number of members, in constant time.
        @inlinable public var count: Int { children.count }
        /// The position of the first member.
        @inlinable public var startIndex: Elements.Index { children.startIndex }
        /// The position past the last member.
        @inlinable public var endIndex: Elements.Index { children.endIndex }
        /// Returns the position of the next member, in constant time whatever the size of this one.
        @inlinable public func index(after index: Elements.Index) -> Elements.Index {
            Elements.Index(node: children.tape.next(after: children.node(index) + 1))
        }
        /// The member at a position.
        @inlinable public subscript(index: Elements.Index) -> (name: String, value: JSON) {
            let name = children.node(index)
            return (children.tape.string(name), JSON(tape: children.tape, reference: name + 1))
        }
    }
}

/// An excerpt of a list: its first elements, and the number of the others, which are not kept.
///
/// Files control how long lists of problems become. An excerpt of bounded size with an exact count says as
/// much.
public struct Excerpt<Element> {
    private let elements: [Element]
    /// The number of elements that are not kept.
    public let omittedCount: Int

    /// Creates an excerpt.
    ///
    /// - Parameters:
    ///   - elements: The first elements of the list.
    ///   - omittedCount: The number of the others.
    public init(_ elements: [Element], omittedCount: Int = 0) {
        self.elements = elements
        self.omittedCount = omittedCount
    }

    /// The length of the whole list.
    public var totalCount: Int { elements.count + omittedCount }
}

extension Excerpt: Sendable where Element: Sendable {}

extension Excerpt: RandomAccessCollection {
    /// The position of the first element.
    public var startIndex: Int { elements.startIndex }
    /// The position past the last element that is kept.
    public var endIndex: Int { elements.endIndex }
    /// The element at a position.
    public subscript(position: Int) -> Element { elements[position] }
}

extension Excerpt: ExpressibleByArrayLiteral {
    /// Creates an excerpt of everything.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

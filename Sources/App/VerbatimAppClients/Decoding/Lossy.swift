/// A list that keeps the elements that can be decoded, and reports those that cannot.
///
/// One odd element does not lose a list. If no element of a list can be decoded, the list is not odd but
/// different, and decoding it throws the error of the first one.
struct Lossy<Element: Decodable>: Decodable {
    /// The elements that can be decoded, in the order of the list.
    let elements: [Element]
    /// The elements that cannot be decoded.
    let unreadable: [UnreadableElement]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var (elements, unreadable, firstError) = ([Element](), [UnreadableElement](), (any Error)?.none)
        while !container.isAtEnd {
            let index = container.currentIndex
            do {
                elements.append(try container.decode(Element.self))
            } catch {
                unreadable.append(UnreadableElement(index: index, reason: "\(error)"))
                firstError = firstError ?? error
                if container.currentIndex == index { _ = try container.decode(SkippedElement.self) }
            }
        }
        if elements.isEmpty, let firstError { throw firstError }
        self.elements = elements
        self.unreadable = unreadable
    }

    private struct SkippedElement: Decodable {
        init(from decoder: any Decoder) {}
    }
}

/// An element of a list that the app cannot read.
public struct UnreadableElement: Sendable, Hashable {
    /// The index of the element in the list, from 0.
    public let index: Int
    /// The line of the element in the document, from 1, if it is known.
    public var line: Int?
    /// The reason, for developers.
    public let reason: String
}

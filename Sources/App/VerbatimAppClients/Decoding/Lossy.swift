/// A list that keeps the elements that can be decoded, and reports those that cannot.
///
/// One odd element does not lose a list. If no element of a list can be decoded, the list is not odd but
/// different, and decoding it throws the error of the first one.
///
/// ```swift
/// struct Page: Codable { @Lossy var users: [User] }
/// ```
///
/// The projected value, `page.$users`, is the elements that cannot be decoded. They are not encoded.
@propertyWrapper public struct Lossy<Element> {
    /// The elements that can be decoded, in the order of the list.
    public let wrappedValue: [Element]
    /// The elements that cannot be decoded.
    public let projectedValue: [UnreadableElement]

    /// Creates a list.
    public init(_ elements: [Element], unreadable: [UnreadableElement] = []) {
        wrappedValue = elements
        projectedValue = unreadable
    }
}

extension Lossy: Sendable where Element: Sendable {}
extension Lossy: Equatable where Element: Equatable {}
extension Lossy: Hashable where Element: Hashable {}

extension Lossy: Decodable where Element: Decodable {
    /// Decodes a list, element by element.
    public init(from decoder: any Decoder) throws {
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
        self.init(elements, unreadable: unreadable)
    }

    private struct SkippedElement: Decodable {
        init(from decoder: any Decoder) {}
    }
}

extension Lossy: Encodable where Element: Encodable {
    /// Encodes the elements that could be decoded.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
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

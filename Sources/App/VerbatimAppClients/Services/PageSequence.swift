/// A page of a list.
public struct ListPage<Item: Sendable>: Sendable {
    /// The items on this page, in the order of the service.
    public let items: [Item]
    /// The number of items on all pages, as the service counts or estimates it; nil if it does not.
    public let total: Int?
    /// The position of the next page, in the unit of the service; nil if this is the last page.
    public let next: Int?

    /// Creates a page.
    public init(_ items: [Item], total: Int? = nil, next: Int? = nil) {
        self.items = items
        self.total = total
        self.next = next
    }
}

extension ListPage: Equatable where Item: Equatable {}

/// The pages of a list, each of which is loaded when it is needed.
///
/// ```swift
/// for try await page in books.volumes(matching: "whale") { show(page.items) }
/// ```
///
/// An iterator that threw an error loads the same page again when it is asked for the next one.
public struct PageSequence<Item: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = ListPage<Item>

    private let first: Int
    private let load: @Sendable (Int) async throws(Failure) -> ListPage<Item>

    /// Creates a sequence of pages.
    ///
    /// - Parameters:
    ///   - first: The position of the first page, in the unit of the service: a page or an item.
    ///   - load: Loads the page at a position. The sequence ends after a page whose ``ListPage/next`` is nil
    ///     or not after its own position.
    public init(
        startingAt first: Int, load: @escaping @Sendable (Int) async throws(Failure) -> ListPage<Item>
    ) {
        self.first = first
        self.load = load
    }

    /// Creates a sequence of given pages, for previews and tests.
    public init(_ pages: [[Item]]) {
        let total = pages.reduce(0) { $0 + $1.count }
        self.init(startingAt: 0) { index in
            guard pages.indices.contains(index) else { return ListPage([], total: total) }
            let next = index + 1 < pages.count ? index + 1 : nil
            return ListPage(pages[index], total: total, next: next)
        }
    }

    /// Creates an iterator over the pages.
    public func makeAsyncIterator() -> Iterator { Iterator(position: first, load: load) }

    /// An iterator over pages.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var position: Int?
        fileprivate let load: @Sendable (Int) async throws(Failure) -> ListPage<Item>

        /// Loads the next page, or returns nil after the last one.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(Failure) -> ListPage<Item>? {
            guard let current = position else { return nil }
            let page = try await load(current)
            position = page.next.flatMap { $0 > current ? $0 : nil }
            return page
        }
    }

    /// The items of all pages, in order.
    public var items: Items { Items(pages: self) }

    /// The items of the pages of a list; a page is loaded when all items before it have been read.
    public struct Items: AsyncSequence, Sendable {
        /// An item.
        public typealias Element = Item

        fileprivate let pages: PageSequence

        /// Creates an iterator over the items.
        public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

        /// An iterator over items.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var pages: PageSequence.Iterator
            private var rest: ArraySlice<Item> = []

            fileprivate init(pages: PageSequence.Iterator) { self.pages = pages }

            /// Returns the next item, or nil after the last one.
            public mutating func next(
                isolation actor: isolated (any Actor)? = #isolation
            ) async throws(Failure) -> Item? {
                while rest.isEmpty {
                    guard let page = try await pages.next(isolation: actor) else { return nil }
                    rest = page.items[...]
                }
                return rest.popFirst()
            }
        }
    }
}

import Foundation
import VerbatimHAR
import VerbatimJSON

/// A request to a fake provider, with its path and query decoded.
struct FakeRequest {
    /// The provider's host.
    let host: String
    let method: String
    /// The decoded path.
    let path: String
    /// The path and the query as sent, without ``redirectPrefix``.
    let target: String
    let isRedirected: Bool
    let body: Data?
    let headers: HeaderFields
    private var query: [(name: String, value: String)]

    /// The prefix that a redirect puts in front of the path.
    static let redirectPrefix = "/moved"

    init(_ request: HTTPRequest, host: String) {
        let url = URLParts(request.url)
        let path = url.path.isEmpty ? "/" : url.path
        isRedirected = path.hasPrefix(Self.redirectPrefix + "/")
        let originalPath = isRedirected ? path.dropFirst(Self.redirectPrefix.count) : path
        target = String(originalPath) + (url.query.map { "?\($0)" } ?? "")
        self.path = PercentEncoding.decode(originalPath)
        query = Self.formFields(of: url.query ?? "")
        self.host = host
        method = request.method
        headers = request.headers
        body = request.body
    }

    /// The first value of a query item.
    subscript(name: String) -> String? { query.first { $0.name == name }?.value }

    /// The value of a query item as the nearest integer of 32 bits; nil if it is missing or not an integer.
    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) }.map { Int(Int32(clamping: $0)) } }

    mutating func removeQueryItem(_ name: String) { query.removeAll { $0.name == name } }

    /// The source of the random parts of the response, which depends on the request except for its API key.
    var random: StableRandom {
        let items = query.filter { !["api_key", "key"].contains($0.name) }
        return StableRandom(host + path + items.map { $0.name + $0.value }.joined())
    }

    /// Returns the decoded fields of a form or a query, in which `+` is a space.
    ///
    /// https://url.spec.whatwg.org/#urlencoded-parsing
    static func formFields(of text: Substring) -> [(name: String, value: String)] {
        URLParts.items(of: text).filter { !$0.name.isEmpty || $0.value != nil }.map { name, value in
            (
                PercentEncoding.decode(name, plusIsSpace: true),
                PercentEncoding.decode(value ?? "", plusIsSpace: true)
            )
        }
    }
}

/// A source of pseudorandom numbers and characters, which are the same for the same text.
struct StableRandom {
    private var generator: SeededGenerator

    init(_ text: String) { generator = SeededGenerator(seedOf: text) }

    mutating func next() -> UInt64 { generator.next() }

    func number(in range: ClosedRange<Int>) -> Int {
        var copy = self
        return range.lowerBound + Int(copy.next() % UInt64(range.count))
    }

    func characters(_ count: Int, from alphabet: String) -> String {
        var copy = self
        let letters = Array(alphabet)
        return String((0..<count).map { _ in letters[Int(copy.next() % UInt64(letters.count))] })
    }

    func hexadecimal(_ count: Int) -> String { characters(count, from: "0123456789abcdef") }

    /// Returns hexadecimal digits in the groups of a UUID.
    func uuid() -> String {
        let digits = hexadecimal(32)
        var start = digits.startIndex
        return [8, 4, 4, 4, 12].map { length in
            let end = digits.index(start, offsetBy: length)
            defer { start = end }
            return String(digits[start..<end])
        }.joined(separator: "-")
    }
}

import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON
import VerbatimReplay

/// A request and its response as a test contains them: without anything else that an archive knows.
struct ReducedExchange: Sendable {
    var request: Request
    var response: Response

    struct Request: Sendable {
        var method: String
        var url: String
        var headers: HeaderFields
        var body: Data
    }

    struct Response: Sendable {
        var status: Int
        var headers: HeaderFields
        var body: Data
    }

    /// Creates the exchange of an interaction without known secrets. Returns nil if there is no response
    /// whose body can be read.
    init?(_ interaction: Interaction, without redactor: OutputRedactor) {
        guard case .response(let response) = interaction.outcome, let body = try? response.body.storedBytes()
        else { return nil }
        let request = interaction.request
        self.request = Request(
            method: request.method, url: redactor.redact(request.url),
            headers: redactor.redact(request.headers), body: redactor.redact(request.body ?? Data()))
        self.response = Response(
            status: response.status, headers: redactor.redact(response.headers), body: redactor.redact(body))
    }

    var interaction: Interaction {
        Interaction(
            HTTPRequest(
                request.method, request.url, headers: request.headers,
                body: request.body.isEmpty ? nil : request.body),
            .response(HTTPResponse(response.status, headers: response.headers, body: .data(response.body))))
    }

    /// The size in bytes by which the cost of a check is estimated.
    var size: Int { request.url.utf8.count + request.body.count + response.body.count }

    /// The items of the URL's query, as sent.
    var queryItems: [Substring] {
        get { URLParts(request.url).query?.split(separator: "&", omittingEmptySubsequences: false) ?? [] }
        set {
            var parts = URLParts(request.url)
            parts.query = newValue.isEmpty ? nil : newValue.joined(separator: "&")[...]
            request.url = parts.text
        }
    }
}

extension OutputRedactor {
    fileprivate func redact(_ headers: HeaderFields) -> HeaderFields {
        HeaderFields(headers.map { .init(name: $0.name, value: redact($0.value)) })
    }

    /// Redacts a body that is text; any other has no text that a secret would be found in.
    fileprivate func redact(_ body: Data) -> Data {
        guard let text = String(validating: body, as: UTF8.self) else { return body }
        let isJSON = (try? JSON(parsing: body)) != nil
        let redacted = isJSON ? redactJSON(text) : redact(text)
        return redacted == text ? body : Data(redacted.utf8)
    }
}

/// Makes an exchange smaller: to the request and the response that a finding needs, and that have no other
/// findings than before.
///
/// Bodies in JSON lose properties, elements and the rest of long strings; others lose lines, then their end.
/// A message also loses header fields, and a URL items of its query.
struct ExchangeReduction {
    private(set) var exchange: ReducedExchange
    private let identity: Finding.Key
    /// The value that was found, if it has to stay as it is.
    private var found: String?
    /// Whether the numbers in its text, such as lines and columns, may change.
    private var ignoresNumbers = false
    /// The other findings of the exchange so far.
    private var others: Set<Finding.Key> = []
    /// The values that only other findings are about.
    private let unrelated: [JSONPointer]
    private var cost: ReductionCost
    private let findings: (ReducedExchange) -> [Finding]

    /// The size in bytes from which a body is reduced further, even if the value that was found changes.
    private static let largeBody = 2 << 10

    /// Returns an exchange reduced to what a finding needs, or nil if the exchange does not have the finding.
    ///
    /// - Parameter findings: Returns the findings of an exchange that count.
    static func reduce(
        _ exchange: ReducedExchange, to finding: Finding, cost: ReductionCost = ReductionCost(),
        findings: @escaping (ReducedExchange) -> [Finding]
    ) -> ReducedExchange? {
        let identity = Finding.Key(reproducing: finding)
        let original = findings(exchange)
        guard let own = original.first(where: { Finding.Key(reproducing: $0) == identity }) else {
            return nil
        }
        let needed = own.subject.pointer?.tokens ?? []
        let unrelated = original.compactMap(\.subject.pointer).filter { !needed.starts(with: $0.tokens) }
        var reduction = ExchangeReduction(
            exchange: exchange, identity: identity, found: own.found,
            others: Set(original.map(Finding.Key.init(reproducing:))).subtracting([identity]),
            unrelated: unrelated, cost: cost, findings: findings)
        // The best exchange so far is one as well.
        do { try reduction.run() } catch {}
        return reduction.exchange
    }

    private mutating func run() throws {
        try reduce(\.response.body)
        if exchange.response.body.count > Self.largeBody {
            found = nil
            try reduce(\.response.body)
        }
        try shorten(exchange.response.headers.fields) { $0.response.headers = HeaderFields($1) }
        try shorten(exchange.request.headers.fields) { $0.request.headers = HeaderFields($1) }
        try shorten(exchange.queryItems) { $0.queryItems = $1 }
        try reduce(\.request.body)
    }

    /// Takes a changed exchange if it has the finding, and no others than so far.
    private mutating func take(
        _ change: (inout ReducedExchange) -> Void
    ) throws(ReductionCost.Exhausted) -> Bool {
        var candidate = exchange
        change(&candidate)
        try cost.spend(candidate.size)
        let all = findings(candidate)
        let own = all.first { Finding.Key(reproducing: $0) == identity }
        let rest = Set(all.map(Finding.Key.init(reproducing:))).subtracting([identity])
        guard let own, isAsFound(own), rest.isSubset(of: others) else { return false }
        exchange = candidate
        others = rest
        return true
    }

    private func isAsFound(_ finding: Finding) -> Bool {
        guard let found else { return true }
        guard ignoresNumbers else { return found == finding.found }
        return found.filter { !$0.isNumber } == finding.found.filter { !$0.isNumber }
    }

    private mutating func shorten<Element>(
        _ elements: [Element], _ apply: (inout ReducedExchange, [Element]) -> Void
    ) throws { _ = try DeltaDebugging.shorten(elements) { kept in try take { apply(&$0, kept) } } }

    // MARK: Bodies

    private mutating func reduce(_ body: WritableKeyPath<ReducedExchange, Data>) throws {
        let (bytes, unrelated) = (exchange[keyPath: body], unrelated)
        guard !bytes.isEmpty, try !take({ $0[keyPath: body] = Data() }) else { return }
        guard let value = try? JSON(parsing: bytes).value, try takeJSON(value, body) else {
            return try reduceText(body)
        }
        // First of all, as many findings cost more than the rest of the check of a candidate.
        var start = value
        _ = try DeltaDebugging.shorten(unrelated) { kept in
            let removed = Set(unrelated).subtracting(kept)
            let smaller = value.removingMembers(where: removed.contains)
            guard try take({ $0[keyPath: body] = smaller.literalBody(.pretty) }) else { return false }
            start = smaller
            return true
        }
        let reduced = try JSONReduction.reduce(start) { candidate in
            try take { $0[keyPath: body] = candidate.literalBody(.pretty) }
        }
        let line = reduced.literalBody(.compact)
        if line.count <= Self.lineLength { _ = try take { $0[keyPath: body] = line } }
    }

    /// The length in bytes up to which a body is written in one line.
    private static let lineLength = 72

    /// Takes the body in another layout. A finding whose text depends on the layout is followed without it.
    private mutating func takeJSON(
        _ value: JSONValue, _ body: WritableKeyPath<ReducedExchange, Data>
    ) throws -> Bool {
        let text = value.literalBody(.pretty)
        if try take({ $0[keyPath: body] = text }) { return true }
        let expected = found
        found = nil
        if try take({ $0[keyPath: body] = text }) { return true }
        found = expected
        return false
    }

    private mutating func reduceText(_ body: WritableKeyPath<ReducedExchange, Data>) throws {
        ignoresNumbers = true
        defer { ignoresNumbers = false }
        let lines = exchange[keyPath: body].lines
        if lines.count > 1 { try shorten(lines) { $0[keyPath: body] = $1.reduce(into: Data(), +=) } }
        let bytes = exchange[keyPath: body]
        var length = 1
        while length < bytes.count {
            if try take({ $0[keyPath: body] = Data(bytes.prefix(length)) }) { return }
            length *= 2
        }
    }
}

extension Finding.Key {
    /// Creates the key of what stays the same in a smaller exchange: all but the value, its location, and the
    /// indices of arrays.
    init(reproducing finding: Finding) {
        self = finding.key(.decision).pattern
        expected = finding.expected
    }
}

extension JSONValue {
    /// The body for a source file: with escapes for what a reader would not see.
    fileprivate func literalBody(_ style: JSONStyle) -> Data { Data(text(style).printable().utf8) }
}

extension Data {
    fileprivate var lines: [Data] {
        var lines: [Data] = []
        var start = startIndex
        while let end = self[start...].firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(self[start...end])
            start = index(after: end)
        }
        if start < endIndex { lines.append(self[start...]) }
        return lines
    }
}

/// The cost that a reduction may have: candidates, and the bytes in them.
///
/// It is not bounded by time, so that the result is the same on any machine.
struct ReductionCost {
    var tries = 4000
    /// The number of bytes that these may have together.
    var bytes = 64 << 20

    /// The error that ends a reduction; what it has reached until then stays.
    struct Exhausted: Error {}

    mutating func spend(_ size: Int) throws(Exhausted) {
        guard tries > 0, bytes >= size else { throw Exhausted() }
        tries -= 1
        bytes -= size
    }
}

/// Delta debugging: A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
/// https://doi.org/10.1109/32.988498.
enum DeltaDebugging {
    /// Returns the elements without those that can be left out, in order: leaves out ever smaller parts of
    /// the list, as long as a candidate still shows the problem.
    ///
    /// It goes from the end to the beginning: of several elements that show it, the first stays.
    ///
    /// - Parameter accepts: Returns whether a candidate still shows the problem.
    static func shorten<Element>(
        _ elements: [Element], while accepts: ([Element]) throws -> Bool
    ) rethrows -> [Element] {
        var kept = elements
        var size = kept.count
        while size > 0 {
            var end = kept.count
            while end > 0 {
                let start = max(0, end - size)
                var candidate = kept
                candidate.removeSubrange(start..<end)
                if try accepts(candidate) { kept = candidate }
                end = start
            }
            size /= 2
        }
        return kept
    }
}

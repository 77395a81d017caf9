import Foundation
import VerbatimContract
import VerbatimHAR
import VerbatimJSON

/// Makes an exchange smaller: to the request and the response that a finding needs, and that have no other
/// findings than before.
///
/// Bodies in JSON lose properties, elements and the rest of long strings; others lose lines, then their end.
/// A message also loses header fields, and a URL items of its query.
struct ExchangeReduction {
    /// The exchange so far.
    private(set) var exchange: ReducedExchange
    private let identity: Finding.Key
    /// The value that was found, if it has to stay as it is.
    private var found: String?
    /// Whether the numbers in its text, such as lines and columns, may change.
    private var ignoresNumbers = false
    /// The other findings of the exchange so far.
    private var others: Set<Finding.Key> = []
    private var cost: ReductionCost
    private let findings: (ReducedExchange) -> [Finding]

    /// The size in bytes from which a body is reduced further, even if the value that was found changes.
    private static let largeBody = 2 << 10

    /// Returns an exchange that is reduced to what a finding needs, or nil if the exchange does not have the
    /// finding.
    ///
    /// - Parameter findings: Returns the findings of an exchange that count.
    static func reduce(
        _ exchange: ReducedExchange, to finding: Finding, cost: ReductionCost = ReductionCost(),
        findings: @escaping (ReducedExchange) -> [Finding]
    ) -> ReducedExchange? {
        let identity = Finding.Key(reproducing: finding)
        let original = findings(exchange)
        guard let own = original.first(where: { Finding.Key(reproducing: $0) == identity }) else { return nil }
        var reduction = ExchangeReduction(
            exchange: exchange, identity: identity, found: own.found,
            others: Set(original.map(Finding.Key.init(reproducing:))).subtracting([identity]), cost: cost,
            findings: findings)
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
        guard let own, isAsFound(own), rest.isSubset(of: others) else {
            return false
        }
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
    ) throws {
        _ = try DeltaDebugging.shorten(elements) { kept in try take { apply(&$0, kept) } }
    }

    // MARK: Bodies

    private mutating func reduce(_ body: WritableKeyPath<ReducedExchange, Data>) throws {
        let bytes = exchange[keyPath: body]
        guard !bytes.isEmpty, try !take({ $0[keyPath: body] = Data() }) else { return }
        guard let value = try? JSON(parsing: bytes).value, try takeJSON(value, body) else {
            return try reduceText(body)
        }
        let reduced = try JSONReduction.reduce(value) { candidate in
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
    /// The lines with their line feeds.
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

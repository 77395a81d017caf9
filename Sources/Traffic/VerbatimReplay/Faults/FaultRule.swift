import VerbatimHAR
import VerbatimJSON

/// A fault that some requests meet, for tests of resilience: a late, broken or refused response.
///
/// As text, a rule is an effect and conditions, separated by spaces; all conditions have to hold:
///
/// | effect | |
/// |---|---|
/// | `latency=200`, `latency=200±100` | waits that many milliseconds, plus or minus up to 100 |
/// | `throttle=64k` | sends the body piece by piece, at that many bytes per second |
/// | `status=503` | answers with the status, and asks nothing else |
/// | `reset` | resets the connection instead of answering |
/// | `truncate`, `truncate=1000` | ends the body after its half, or after that many bytes |
/// | `malformed` | sends the first half of the body as if it were complete |
///
/// | condition | |
/// |---|---|
/// | `path=/books/*` | the path matches, in which `*` matches anything |
/// | `method=POST` | |
/// | `every=3` | every third of these requests |
/// | `chance=10%` | one of ten, as the seed decides |
/// | `first=2` | the first two of these requests |
/// | `burst=4` | the three that follow one that met the fault as well |
public struct FaultRule: Sendable, Hashable {
    /// What happens to a request.
    public enum Effect: Sendable, Hashable {
        /// The response is late by some milliseconds, plus or minus up to others.
        case latency(Int, jitter: Int = 0)
        /// The body arrives piece by piece, at a number of bytes per second.
        case throttle(Int)
        /// The response has a status, and the request is not passed on.
        case status(Int)
        /// The connection is reset, and the request is not passed on.
        case reset
        /// The body ends after a number of bytes, or after its half, and the connection with it.
        case truncate(Int? = nil)
        /// The body is its first half, as if that were complete.
        case malformed
    }

    /// The effect.
    public var effect: Effect
    /// The pattern of the path; nil is any.
    public var path: String?
    /// The method; nil is any.
    public var method: String?
    /// The number of matching requests of which one meets the fault.
    public var every = 1
    /// The probability that a request meets the fault, from 0 to 1.
    public var chance = 1.0
    /// The number of matching requests after which no request meets the fault; nil is any.
    public var first: Int?
    /// The number of matching requests that meet the fault one after the other.
    public var burst = 1

    /// Creates a rule for all requests, whose conditions can be set.
    public init(_ effect: Effect) { self.effect = effect }

    /// Creates a rule for requests to paths that match a pattern.
    public init(_ effect: Effect, path: String? = nil, method: String? = nil, every: Int = 1) {
        self.effect = effect
        self.path = path
        self.method = method
        self.every = max(1, every)
    }

    func matches(_ request: HTTPRequest) -> Bool {
        let path = path.map { Self.matches($0, URLParts(request.url).path) } ?? true
        return path && (method.map { $0.equalsIgnoringASCIICase(request.method) } ?? true)
    }

    /// Returns whether a path matches a pattern in which `*` matches anything.
    private static func matches(_ pattern: String, _ path: Substring) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return path == pattern }
        guard path.hasPrefix(first) else { return false }
        var rest = path.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

/// An error in the text of a fault rule.
public struct FaultRuleError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The word that is wrong, and what is expected.
    public let description: String
}

extension FaultRule {
    /// Reads a rule.
    ///
    /// - Throws: ``FaultRuleError`` with the word that is not understood.
    public init(parsing text: String) throws(FaultRuleError) {
        var (effect, conditions): (Effect?, [(String, String)]) = (nil, [])
        for word in text.split(whereSeparator: \.isWhitespace) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, value) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
            guard let read = try Self.effect(name, value, of: word) else {
                conditions.append((name, value ?? ""))
                continue
            }
            guard effect == nil else {
                throw FaultRuleError(description: "a second effect '\(word)' in the rule '\(text)'")
            }
            effect = read
        }
        guard let effect else {
            throw FaultRuleError(
                description: "the rule '\(text)' has no effect, expected \(Self.effects.list("or"))")
        }
        self.init(effect)
        for (name, value) in conditions { try set(name, value) }
    }

    private static let effects = ["latency", "throttle", "status", "reset", "truncate", "malformed"]
    private static let conditions = ["path", "method", "every", "chance", "first", "burst"]

    /// Returns the effect with a name, or nil if the name is no effect's.
    private static func effect(
        _ name: String, _ value: String?, of word: Substring
    ) throws(FaultRuleError) -> Effect? {
        guard effects.contains(name) else { return nil }
        let effect: Effect?
        switch (name, value) {
        case ("latency", let value?):
            let parts = value.replacing("+-", with: "±").split(separator: "±").map { Int($0) }
            let jitter = parts.count == 2 ? parts[1] : 0
            let isValid = (1...2).contains(parts.count) && parts.allSatisfy { 0...3_600_000 ~= $0 ?? -1 }
            effect = isValid ? .latency((parts.first ?? 0) ?? 0, jitter: jitter ?? 0) : nil
        case ("throttle", let value?):
            let factor = ["k": 1_000, "M": 1_000_000][value.suffix(1)] ?? 1
            let number = Int(factor == 1 ? value[...] : value.dropLast())
            effect = number.flatMap { 1...1_000_000 ~= $0 ? .throttle($0 * factor) : nil }
        case ("status", let value?): effect = Int(value).flatMap { 200...599 ~= $0 ? .status($0) : nil }
        case ("reset", nil): effect = .reset
        case ("truncate", nil): effect = .truncate()
        case ("truncate", let value?): effect = Int(value).flatMap { $0 >= 0 ? .truncate($0) : nil }
        case ("malformed", nil): effect = .malformed
        default: effect = nil
        }
        guard let effect else { throw FaultRuleError(description: "invalid effect '\(word)'") }
        return effect
    }

    private mutating func set(_ name: String, _ value: String) throws(FaultRuleError) {
        let number = Int(value).flatMap { $0 > 0 ? $0 : nil }
        switch (name, number) {
        case ("path", _) where !value.isEmpty: path = value
        case ("method", _) where !value.isEmpty: method = value
        case ("every", let number?): every = number
        case ("first", let number?): first = number
        case ("burst", let number?): burst = number
        case ("chance", _):
            let percent = value.hasSuffix("%") ? Double(value.dropLast()) : Double(value).map { $0 * 100 }
            guard let percent, 0...100 ~= percent else { fallthrough }
            chance = percent / 100
        default:
            throw FaultRuleError(
                description: Self.conditions.contains(name)
                    ? "invalid condition '\(name)=\(value)'"
                    : "unknown word '\(name)', expected \((Self.effects + Self.conditions).list("or"))")
        }
    }
}

import Foundation
import VerbatimHAR
import VerbatimJSON

/// The method and URL of a request in a normal form.
///
/// Every lookup makes one, and opening a recording makes one for each entry. So nothing here goes through
/// characters or URL types, and bytes that stay as they are are copied many at a time.
struct CanonicalRequest {
    /// `GET https://host/path?a=1&b=2`: the host in lower case, no default port, escapes in one form, query
    /// items sorted, the values of secrets left out.
    private(set) var bytes: [UInt8] = []
    /// The percent-encoded values of secrets that were left out.
    private(set) var secrets: [QuerySecret] = []
    private let rules: QueryRules
    /// The byte that replaces the value of a secret; no URL contains it.
    private static let secretValue: UInt8 = 0

    init(_ request: HTTPRequest, _ rules: QueryRules) {
        self.rules = rules
        var (method, url) = (request.method, request.url)
        bytes.reserveCapacity(method.utf8.count + url.utf8.count + 16)
        method.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: " "))
        // No slice of the buffer leaves the closure.
        url.withUTF8 { url in
            let whole = url[..<url[...].offset(of: "#")]
            let rest = appendOrigin(whole)
            let query = rest.offset(of: "?")
            if query == rest.startIndex { bytes.append(UInt8(ascii: "/")) }
            PercentEncoding.normalize(rest[..<query], into: &bytes)
            appendItems(rest[query...].dropFirst())
        }
    }

    /// Appends scheme, host and port, and returns what follows them.
    private mutating func appendOrigin(_ url: URLBytes) -> URLBytes {
        let colon = url.offset(of: ":")
        let start = colon + 3
        guard start <= url.endIndex, url.base[colon + 1] == "/", url.base[colon + 2] == "/" else {
            return url
        }
        appendLowerCase(url[..<start])
        let defaultPort = bytes.suffix(8).elementsEqual("https://".utf8) ? "443" : "80"
        let query = url[..<url[start...].offset(of: "?")]
        let authority = query[start..<query[start...].offset(of: "/")]
        let host = authority.lastIndex(where: { $0 == "@" }).map { authority[($0 + 1)...] } ?? authority
        let port = host.lastIndex(where: { $0 == ":" }).map { host[$0...] } ?? host[host.endIndex...]
        let isDefault = port.dropFirst().isEmpty || port.dropFirst().elementsEqual(defaultPort.utf8)
        appendLowerCase(isDefault ? host[..<port.startIndex] : host)
        return url[authority.endIndex...]
    }

    private mutating func appendLowerCase(_ text: URLBytes) {
        let start = bytes.count
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text))
        for index in start..<bytes.count { bytes[index] = bytes[index].lowercased }
    }

    private mutating func appendItems(_ query: URLBytes) {
        guard !query.isEmpty else { return }
        var normal: [UInt8] = []
        normal.reserveCapacity(query.count)
        var items: [Range<Int>] = []
        items.reserveCapacity(8)
        var rest = query
        while true {
            let end = rest.offset(of: "&")
            let start = normal.count
            if appendItem(rest[..<end], to: &normal) { items.append(start..<normal.count) }
            guard end < rest.endIndex else { break }
            rest = rest[(end + 1)...]
        }
        items.sort { normal[$0].lexicographicallyPrecedes(normal[$1]) }
        for (index, item) in items.enumerated() {
            bytes.append(index == 0 ? UInt8(ascii: "?") : UInt8(ascii: "&"))
            bytes.append(contentsOf: normal[item])
        }
    }

    private mutating func appendItem(_ item: URLBytes, to normal: inout [UInt8]) -> Bool {
        let name = item[..<item.offset(of: "=")]
        let value = item[name.endIndex...].dropFirst()
        guard !rules.ignores(name) else { return false }
        PercentEncoding.normalize(name, into: &normal)
        guard name.endIndex < item.endIndex else { return true }
        normal.append(UInt8(ascii: "="))
        if let rule = rules.secretRule(of: name, value) {
            if !value.isEmpty { secrets.append(QuerySecret(name, rule, value)) }
            normal.append(CanonicalRequest.secretValue)
        } else {
            PercentEncoding.normalize(value, into: &normal)
        }
        return true
    }
}

/// A part of the bytes of a URL.
typealias URLBytes = Slice<UnsafeBufferPointer<UInt8>>

/// A query item whose value is secret.
struct QuerySecret: Sendable {
    let rule: SecretNames.Rule
    /// The name of the item, or empty if the redaction names the secret.
    let name: String
    let value: String

    fileprivate init(_ name: URLBytes, _ rule: SecretNames.Rule, _ value: URLBytes) {
        self.rule = rule
        self.name = rule.isGiven ? "" : PercentEncoding.decode(String(decoding: name, as: UTF8.self))
        self.value = String(decoding: value, as: UTF8.self)
    }
}

/// The query items that a ``CanonicalRequest`` leaves out: ignored ones, and the values of secrets.
///
/// A class, so that a canonical request retains one object.
final class QueryRules: Sendable {
    private let ignored: Set<String>
    private let names: SecretNames
    /// Whether the values of all usual names are left out, whatever they look like.
    ///
    /// A recorded value is a placeholder, but a replay may send anything instead of the key that it has not.
    private let leavesOutUsual: Bool

    init(_ redactor: Redactor, _ matching: MatchingRules, leavesOutUsual: Bool = false) {
        self.leavesOutUsual = leavesOutUsual
        ignored = matching.ignoredQueryItems
        names = redactor.names
    }

    func ignores(_ name: some Sequence<UInt8>) -> Bool {
        !ignored.isEmpty
            && ignored.contains(PercentEncoding.decode(String(decoding: Array(name), as: UTF8.self)))
    }

    /// Returns the reason why the value of an item is secret, or nil if it is not.
    func secretRule(of name: URLBytes, _ value: URLBytes) -> SecretNames.Rule? {
        if name.contains(where: { $0 == "%" }) {
            let decoded = PercentEncoding.decode(String(decoding: name, as: UTF8.self))
            return secretRule(ofPlain: Array(decoded.utf8), value)
        }
        return secretRule(ofPlain: name, value)
    }

    private func secretRule(
        ofPlain name: some BidirectionalCollection<UInt8>, _ value: URLBytes
    ) -> SecretNames.Rule? {
        guard let rule = names.rule(of: name, in: .query) else { return nil }
        guard !rule.isGiven else { return value.isEmpty && !leavesOutUsual ? nil : rule }
        let plain = PercentEncoding.decode(String(decoding: value, as: UTF8.self), plusIsSpace: true)
        return leavesOutUsual || SecretNames.isSecret(plain, rule, .sent) ? rule : nil
    }
}

extension URLBytes {
    /// Returns the index of the first occurrence of a character, or the end.
    fileprivate func offset(of character: Unicode.Scalar) -> Int {
        let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: self))
        let offset = ByteSearch.first(UInt8(ascii: character), in: bytes, from: 0)
        return offset.map { startIndex + $0 } ?? endIndex
    }
}

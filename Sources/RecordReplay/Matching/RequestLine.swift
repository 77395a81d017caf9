import Foundation
import HTTPArchive

/// Method and URL of a request in one normal form, made in one pass over their bytes.
///
/// Every lookup makes one, so nothing here goes through characters or URL types.
struct RequestLine {
    /// `GET https://host/path?a=1&b=2`: the host in lower case, no default port, escapes in one form, items sorted,
    /// secret values left out.
    private(set) var bytes: [UInt8] = []
    /// The values of secrets that were left out, percent-encoded, by the index of their rule.
    private(set) var secrets: [(rule: Int, value: String)] = []
    private let rules: RequestRules
    /// Stands for the value of a secret; no URL can hold it.
    private static let secretValue: UInt8 = 0

    private typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    init(_ request: HTTPRequest, _ rules: RequestRules) {
        self.rules = rules
        var url = request.url
        bytes.reserveCapacity(url.utf8.count + 16)
        bytes.append(contentsOf: request.method.utf8)
        bytes.append(.space)
        url.withUTF8 { url in
            let whole = url.prefix { $0 != UInt8(ascii: "#") }
            let rest = appendOrigin(whole)
            let path = rest.prefix { $0 != .questionMark }
            if path.isEmpty { bytes.append(.slash) }
            PercentEncoding.normalize(path, into: &bytes)
            appendItems(rest[path.endIndex...].dropFirst())
        }
    }

    /// Appends scheme, host and port, and returns what follows them.
    private mutating func appendOrigin(_ url: Text) -> Text {
        guard let colon = url.firstIndex(of: .colon), url[colon...].starts(with: "://".utf8) else {
            return url
        }
        appendLowerCase(url[..<colon])
        bytes.append(contentsOf: "://".utf8)
        let rest = url[(colon + 3)...]
        let authority = rest.prefix { $0 != .slash && $0 != .questionMark }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        let defaultPort = bytes.suffix(8).elementsEqual("https://".utf8) ? "443" : "80"
        let port = host.lastIndex(of: .colon).map { host[$0...] } ?? host[host.endIndex...]
        let isDefault = port.dropFirst().isEmpty || port.dropFirst().elementsEqual(defaultPort.utf8)
        appendLowerCase(isDefault ? host[..<port.startIndex] : host)
        return rest[authority.endIndex...]
    }

    private mutating func appendLowerCase(_ text: Text) {
        for byte in text { bytes.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte) }
    }

    /// Appends the items of a query, sorted by their bytes.
    private mutating func appendItems(_ query: Text) {
        guard !query.isEmpty else { return }
        var normal: [UInt8] = []
        normal.reserveCapacity(query.count)
        var items: [Range<Int>] = []
        items.reserveCapacity(8)
        var rest = query
        while true {
            let item = rest.prefix { $0 != .ampersand }
            let start = normal.count
            if appendItem(item, to: &normal) { items.append(start..<normal.count) }
            guard item.endIndex < rest.endIndex else { break }
            rest = rest[(item.endIndex + 1)...]
        }
        items.sort { normal[$0].lexicographicallyPrecedes(normal[$1]) }
        for (index, item) in items.enumerated() {
            bytes.append(index == 0 ? .questionMark : .ampersand)
            bytes.append(contentsOf: normal[item])
        }
    }

    /// Appends one item; false when it is not compared.
    private mutating func appendItem(_ item: Text, to normal: inout [UInt8]) -> Bool {
        let name = item.prefix { $0 != .equals }
        let value = item[name.endIndex...].dropFirst()
        guard !rules.ignores(name) else { return false }
        PercentEncoding.normalize(name, into: &normal)
        guard name.endIndex < item.endIndex else { return true }
        normal.append(.equals)
        if !value.isEmpty, let rule = rules.secret(name) {
            secrets.append((rule, String(decoding: value, as: UTF8.self)))
            normal.append(RequestLine.secretValue)
        } else {
            PercentEncoding.normalize(value, into: &normal)
        }
        return true
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let slash = UInt8(ascii: "/")
    fileprivate static let colon = UInt8(ascii: ":")
    fileprivate static let questionMark = UInt8(ascii: "?")
    fileprivate static let ampersand = UInt8(ascii: "&")
    fileprivate static let equals = UInt8(ascii: "=")
}

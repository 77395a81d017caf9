/// A key of the responses object: a status (`200`), a class of statuses (`4XX`), or `default`.
///
/// https://spec.openapis.org/oas/v3.1.1.html#responses-object
package struct StatusKey: RawRepresentable, Sendable, Hashable {
    /// The key as written.
    package let rawValue: String

    /// Creates a key from its text.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The keys that cover a status, the one that takes precedence first.
    package static func keys(covering status: Int) -> [StatusKey] {
        [String(status), "\(status / 100)XX", "default"].map(StatusKey.init)
    }

    /// Whether the key covers a status.
    package func covers(_ status: Int) -> Bool { Self.keys(covering: status).contains(self) }

    /// Whether OpenAPI allows the key.
    var isValid: Bool {
        if rawValue == "default" { return true }
        guard rawValue.utf8.count == 3, let first = rawValue.first, "12345".contains(first) else {
            return false
        }
        return rawValue.hasSuffix("XX") || Int(rawValue) != nil
    }
}

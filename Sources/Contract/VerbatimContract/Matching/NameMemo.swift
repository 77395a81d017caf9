import Synchronization

/// Keeps what is computed from a name alone, such as that of a header, as many messages have the same names.
package final class NameMemo<Value: Sendable>: Sendable {
    private let known = Mutex<[String: Value]>([:])

    /// The number of names that are kept, and the length of the longest: others are data.
    private static var limit: (count: Int, length: Int) { (4096, 256) }

    package init() {}

    /// Returns what is computed from a name, which is done once for most names.
    package func value(of name: String, _ make: (String) -> Value) -> Value {
        guard name.utf8.count <= Self.limit.length else { return make(name) }
        if let value = known.withLock({ $0[name] }) { return value }
        let value = make(name)
        known.withLock { if $0.count < Self.limit.count { $0[name] = value } }
        return value
    }
}

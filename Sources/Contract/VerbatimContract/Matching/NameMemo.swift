import Synchronization

/// What follows from names alone, of headers, media types and the like, which many messages have in common.
package final class NameMemo<Value: Sendable>: Sendable {
    private let known = Mutex<[String: Value]>([:])

    /// More or longer ones are no names of an API, but data.
    private static var limit: (count: Int, length: Int) { (4096, 256) }

    package init() {}

    /// Returns what follows from a name, which is worked out once.
    package func value(of name: String, _ make: (String) -> Value) -> Value {
        guard name.utf8.count <= Self.limit.length else { return make(name) }
        if let value = known.withLock({ $0[name] }) { return value }
        let value = make(name)
        known.withLock { if $0.count < Self.limit.count { $0[name] = value } }
        return value
    }
}

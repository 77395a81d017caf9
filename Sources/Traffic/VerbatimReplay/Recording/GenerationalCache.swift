import Synchronization

/// A bounded, thread-safe cache with integer keys that evicts what has not been used lately.
///
/// There are two generations. Objects that are inserted, or found in the old generation, move to the young
/// one. When the young generation is full it becomes the old one, and the previous old one is discarded.
/// Nothing is sorted or linked: a lookup costs one or two dictionary lookups, and objects in steady use stay.
package final class GenerationalCache: Sendable {
    /// An object that is safe to share between threads.
    package typealias Object = AnyObject & Sendable

    private typealias Generation = [Int: (object: any Object, cost: Int)]

    private struct State {
        var young: Generation = [:]
        var old: Generation = [:]
        var cost = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Creates a cache whose generations each hold objects of a total cost of at most `limit`.
    package init(limit: Int) { self.limit = limit }

    package func object(for key: Int) -> (any Object)? {
        state.withLock { state in
            if let (object, _) = state.young[key] { return object }
            guard let (object, cost) = state.old.removeValue(forKey: key) else { return nil }
            insert(object, for: key, cost, into: &state)
            return object
        }
    }

    /// Inserts an object, replacing the one of the same key; an object that costs more than the limit is not
    /// kept.
    package func insert(_ object: any Object, for key: Int, cost: Int = 1) {
        guard cost <= limit else { return }
        state.withLock { insert(object, for: key, cost, into: &$0) }
    }

    private func insert(_ object: any Object, for key: Int, _ cost: Int, into state: inout State) {
        state.cost -= state.young.removeValue(forKey: key)?.cost ?? 0
        if state.cost + cost > limit { state = State(old: state.young) }
        state.young[key] = (object, cost)
        state.cost += cost
    }
}

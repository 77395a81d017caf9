import Synchronization

/// Objects that were asked for lately, by number; what nobody asked for goes first.
///
/// There are two generations. What is kept, or found in the old one, goes to the young one; when that is full it
/// becomes the old one, and the old one is forgotten. So nothing is sorted or linked: looking costs a dictionary's
/// look, and what is asked for again and again stays.
package final class GenerationalCache: Sendable {
    /// An object that any thread may have.
    package typealias Object = AnyObject & Sendable

    private typealias Generation = [Int: (object: any Object, weight: Int)]

    private struct State {
        var young: Generation = [:]
        var old: Generation = [:]
        var weight = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Makes room for objects that weigh at most `limit` together in each generation.
    package init(limit: Int) {
        self.limit = limit
    }

    /// Finds an object.
    package func object(for number: Int) -> (any Object)? {
        state.withLock { state in
            if let (object, _) = state.young[number] { return object }
            guard let (object, weight) = state.old.removeValue(forKey: number) else { return nil }
            keep(object, for: number, weight, in: &state)
            return object
        }
    }

    /// Keeps an object in the location of another of its number; one that is heavier than the limit is not kept.
    package func keep(_ object: any Object, for number: Int, weight: Int = 1) {
        guard weight <= limit else { return }
        state.withLock { keep(object, for: number, weight, in: &$0) }
    }

    private func keep(_ object: any Object, for number: Int, _ weight: Int, in state: inout State) {
        state.weight -= state.young.removeValue(forKey: number)?.weight ?? 0
        if state.weight + weight > limit { state = State(old: state.young) }
        state.young[number] = (object, weight)
        state.weight += weight
    }
}

import Dispatch
package import Foundation
import Synchronization

extension ProcessInfo {
    /// The number of cores of this process. Asking the system reads two files on Linux.
    package static let coreCount = processInfo.activeProcessorCount
}

extension Array where Element: Sendable {
    /// Performs something for every element on all cores, and passes the results to a function in the order
    /// of the elements. Few results wait for their turn.
    ///
    /// - Throws: The error of the first element that has one.
    package func concurrently<Result: Sendable, Failure: Error>(
        _ perform: @escaping @Sendable (Element) async throws(Failure) -> Result,
        _ add: (Result) throws(Failure) -> Void
    ) async throws(Failure) {
        typealias Outcome = Swift.Result<Result, Failure>
        let cores = ProcessInfo.coreCount
        let failure: Failure? = await withTaskGroup(of: (index: Int, outcome: Outcome).self) { tasks in
            var (started, added, running, waiting) = (0, 0, 0, [Int: Outcome]())
            while added < count {
                while started < count, running < cores, started - added < 4 * cores {
                    let (index, element) = (started, self[started])
                    tasks.addTask {
                        do throws(Failure) {
                            return (index, .success(try await perform(element)))
                        } catch {
                            return (index, .failure(error))
                        }
                    }
                    (started, running) = (started + 1, running + 1)
                }
                guard let (index, outcome) = await tasks.next() else { break }
                (waiting[index], running) = (outcome, running - 1)
                do throws(Failure) {
                    while let outcome = waiting.removeValue(forKey: added) {
                        try add(try outcome.get())
                        added += 1
                    }
                } catch {
                    tasks.cancelAll()
                    return error
                }
            }
            return nil
        }
        if let failure { throw failure }
    }
}

extension RandomAccessCollection where Self: Sendable, Index == Int {
    /// Returns the results for all elements, in their order, which are found on all cores.
    package func mapConcurrently<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        let results = Mutex<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { number in
            let result = transform(self[startIndex + number])
            results.withLock { $0[number] = result }
        }
        return results.withLock { results in (0..<count).compactMap { results[$0] } }
    }
}

import Synchronization

/// Prints the scenarios that are to be known of, or all, in the order of their APIs although these run side
/// by side, and on a terminal a line with those that run.
final class RecordingProgress: Sendable {
    private struct State {
        /// The API whose scenarios are printed as soon as they end.
        var current = 0
        var printed = 0
        var ended = 0
        /// The texts of the scenarios of other APIs that have ended.
        var waiting: [Int: [String]] = [:]
        var endedAPIs: Set<Int> = []
        /// The scenario that runs, with what it does, by API.
        var running: [Int: String] = [:]
    }

    private let console: Console
    private let count: Int
    /// Whether every scenario is printed, with its number.
    private let isVerbose: Bool
    private let state = Mutex(State())

    init(of count: Int, on console: Console, isVerbose: Bool) {
        self.count = count
        self.isVerbose = isVerbose
        self.console = console
    }

    /// Shows that a scenario runs, or what it is doing: `itunes/lookup: 429, again in 12 s`.
    func show(_ text: String, of api: Int) {
        state.withLock { state in
            state.running[api] = text
            showStatus(of: state)
        }
    }

    /// Ends a scenario, and prints it: a line, and others that belong to it.
    func end(_ run: ScenarioRun, of api: Int) {
        state.withLock { state in
            state.ended += 1
            state.running[api] = nil
            if isVerbose || run.isNotable { state.waiting[api, default: []].append(run.text) }
            printWaiting(&state)
        }
    }

    /// Ends an API, after which the scenarios of the next one are printed.
    func end(api: Int) {
        state.withLock { state in
            state.endedAPIs.insert(api)
            state.running[api] = nil
            printWaiting(&state)
            while state.endedAPIs.contains(state.current) {
                state.current += 1
                printWaiting(&state)
            }
        }
    }

    private func printWaiting(_ state: inout State) {
        console.status(nil)
        for text in state.waiting.removeValue(forKey: state.current) ?? [] {
            state.printed += 1
            let digits = "\(count)".count
            let number = String(repeating: " ", count: max(0, digits - "\(state.printed)".count))
            console.note(isVerbose ? "[\(number)\(state.printed)/\(count)] \(text)" : text)
        }
        showStatus(of: state)
    }

    private func showStatus(of state: State) {
        guard !state.running.isEmpty else { return }
        let running = state.running.sorted { $0.key < $1.key }.map(\.value).joined(separator: ", ")
        console.status("\(state.ended) of \(count): \(running)")
    }
}

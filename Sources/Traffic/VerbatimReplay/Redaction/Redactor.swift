import Foundation
import Synchronization
import VerbatimHAR

/// Replaces secrets with placeholders, consistently for one player. Any number of threads may use it.
final class Redactor: Sendable {
    let redaction: Redaction
    /// The names of secrets.
    let names: SecretNames
    private let state: Mutex<State>
    /// Whether any value is known to be secret. Lookups read it without the lock.
    private let hasKnownSecrets: Atomic<Bool>

    init(_ redaction: Redaction) {
        self.redaction = redaction
        let state = State(redaction)
        names = state.names
        hasKnownSecrets = Atomic(!state.placeholders.knownSecrets.isEmpty)
        self.state = Mutex(state)
    }

    /// Performs work that may register secrets.
    private func withState<Result: Sendable>(
        _ purpose: Purpose = .showing, _ work: (inout State) -> Result
    ) -> Result {
        state.withLock { state in
            defer { hasKnownSecrets.store(!state.placeholders.knownSecrets.isEmpty, ordering: .releasing) }
            state.purpose = purpose
            if purpose != .matching { state.settlePending() }
            return work(&state)
        }
    }

    /// The values known to be secret so far: given ones, and those found under the name of a secret.
    var knownSecrets: [KnownSecret] { state.withLock { $0.placeholders.knownSecrets } }

    /// The values that no file may contain: the known ones, and those of this machine.
    var secretsOfFiles: [KnownSecret] { state.withLock { $0.secretsOfFiles } }

    /// The values that were redacted for the recording so far.
    var summary: RedactionSummary {
        state.withLock {
            RedactionSummary(counts: $0.counts, unsearched: $0.placeholders.unsearched.sorted())
        }
    }

    /// Whether any value has a placeholder.
    var hasPlaceholders: Bool { state.withLock { !$0.placeholders.isEmpty } }

    /// Removes every placeholder.
    func reset() { withState { $0 = State(redaction) } }

    /// Registers the percent-encoded value of a query item, as if it had been redacted.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of the item.
    ///   - rule: The reason why the value is secret.
    func register(_ value: String, named name: String, _ rule: SecretNames.Rule) {
        guard !value.hasPrefix(PlaceholderTable.prefix) else { return }
        withState(.matching) { $0.register(value, named: name, rule) }
    }

    /// Whether bytes contain a value known to be secret.
    func hasKnownSecret(in bytes: [UInt8]) -> Bool {
        guard hasKnownSecrets.load(ordering: .acquiring) else { return false }
        return state.withLock { state in
            bytes.withUnsafeBytes { state.placeholders.search.occurs(in: $0) }
        }
    }

    /// Redacts every known secret in a text, such as a message.
    func redact(_ text: String) -> String {
        guard hasKnownSecrets.load(ordering: .acquiring) else { return text }
        return withState { $0.replaceKnown(text) }
    }

    /// Redacts a request.
    func redact(_ request: HTTPRequest, for purpose: Purpose = .showing) -> HTTPRequest {
        withState(purpose) { $0.redact(request) }
    }

    /// Redacts an outcome that is recorded; its bodies are read.
    func redact(_ outcome: Outcome) throws(ArchiveError) -> Outcome {
        let redacted = try outcome.map { response throws(ArchiveError) in response = try redact(response) }
        guard case .failure(var failure, let partial) = redacted else { return redacted }
        let reason = failure.reason
        failure.reason = withState(.recording) { $0.redact(reason, .answered) }
        return .failure(failure, partial: partial)
    }

    /// Redacts known secrets, and the values that have the name of one, in a text that is no part of an
    /// interaction, such as an error of the app.
    func redactNamed(_ text: String) -> String { withState { $0.redact(text, .answered) } }

    private func redact(_ response: HTTPResponse) throws(ArchiveError) -> HTTPResponse {
        var response = response
        if case .lost = response.body {
            response.headers = withState(.recording) { $0.redact(response.headers, .answered) }
            return response
        }
        let body = try response.body.bytes()
        let redacted = withState(.recording) { state in
            response.headers = state.redact(response.headers, .answered)
            state.location = .body
            return state.redact(body, .answered, isForm: response.headers.isForm)
        }
        // The lengths of the chunks no longer add up to that of the body.
        if redacted.count != body.count { response.chunks = [] }
        response.body = .data(redacted)
        return response
    }
}

import Foundation
import Synchronization
import VerbatimHAR

/// Replaces secrets with placeholders, consistently for one player. Any number of threads may use it.
final class Redactor: Sendable {
    let redaction: Redaction
    private let state: Mutex<State>
    /// Whether any value is known to be secret. Lookups read it without the lock.
    private let hasKnownSecrets: Atomic<Bool>

    init(_ redaction: Redaction) {
        self.redaction = redaction
        let state = State(redaction)
        hasKnownSecrets = Atomic(!state.placeholders.knownSecrets.isEmpty)
        self.state = Mutex(state)
    }

    /// Performs work that may register secrets.
    private func withState<Result: Sendable>(_ work: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { hasKnownSecrets.store(!state.placeholders.knownSecrets.isEmpty, ordering: .releasing) }
            return work(&state)
        }
    }

    /// The values known to be secret so far: given ones, and those found under the name of a secret.
    var knownSecrets: [KnownSecret] { state.withLock { $0.placeholders.knownSecrets } }

    /// Whether any value has a placeholder.
    var hasPlaceholders: Bool { state.withLock { !$0.placeholders.isEmpty } }

    /// Removes every placeholder.
    func reset() { withState { $0 = State(redaction) } }

    /// Registers the percent-encoded value of a secret, as if it had been redacted.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - rule: The index of the secret in the redaction.
    func register(_ value: String, rule: Int) {
        guard !value.hasPrefix(PlaceholderTable.prefix) else { return }
        withState { $0.register(value, rule: rule) }
    }

    /// Whether bytes contain a value known to be secret.
    func hasKnownSecret(in bytes: [UInt8]) -> Bool {
        guard hasKnownSecrets.load(ordering: .acquiring) else { return false }
        return state.withLock { state in
            bytes.withUnsafeBytes { state.placeholders.search.occurs(in: $0) }
        }
    }

    /// Redacts a request.
    func redact(_ request: HTTPRequest) -> HTTPRequest {
        withState { $0.redact(request) }
    }

    /// Redacts an outcome, whose bodies are read.
    func redact(_ outcome: Outcome) throws(ArchiveError) -> Outcome {
        let redacted = try outcome.map { response throws(ArchiveError) in response = try redact(response) }
        guard case .failure(var failure, let partial) = redacted else { return redacted }
        let reason = Data(failure.reason.utf8)
        failure.reason = String(decoding: withState { $0.redact(reason, isForm: false) }, as: UTF8.self)
        return .failure(failure, partial: partial)
    }

    /// Redacts a text that is no part of an interaction, such as an error of the app.
    func redact(_ text: String) -> String {
        let bytes = Data(text.utf8)
        return String(decoding: withState { $0.redact(bytes, isForm: false) }, as: UTF8.self)
    }

    /// Redacts the values known to be secret in a text, but none that only has the name of a secret.
    func redactKnown(_ text: String) -> String {
        guard hasKnownSecrets.load(ordering: .acquiring) else { return text }
        return withState { $0.replaceKnown(text) }
    }

    private func redact(_ response: HTTPResponse) throws(ArchiveError) -> HTTPResponse {
        var response = response
        let body = try response.body.bytes()
        let redacted = withState { state in
            response.headers = state.redact(response.headers)
            return state.redact(body, isForm: response.headers.isForm)
        }
        // The lengths of the chunks no longer add up to that of the body.
        if redacted.count != body.count { response.chunks = [] }
        response.body = .data(redacted)
        return response
    }
}

import Foundation
import Synchronization
import VerbatimHAR

/// Replaces secrets with placeholders, consistently for one player. Any number of threads may use it.
final class Redactor: Sendable {
    let redaction: Redaction
    let names: SecretNames
    private let state: Mutex<State>
    /// Whether any value is known to be secret. Lookups read it without the lock.
    private let hasKnownSecrets: Atomic<Bool>
    /// The value that each name registered last, so that requests that repeat their keys need not wait for
    /// the lock.
    private let lastRegistered = Mutex<[RegisteredName: String]>([:])

    private struct RegisteredName: Hashable {
        var name: String
        var rule: SecretNames.Rule
    }

    /// The number of names whose last value is kept.
    private static let registeredLimit = 64

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

    /// The name of the first value that was one too many to be redacted everywhere.
    var surplusName: String? { state.withLock { $0.placeholders.surplusName } }

    var hasPlaceholders: Bool { state.withLock { !$0.placeholders.isEmpty } }

    /// Removes every placeholder.
    func reset() {
        withState { $0 = State(redaction) }
        lastRegistered.withLock { $0 = [:] }
    }

    /// Registers the percent-encoded value of a query item, as if it had been redacted.
    func register(_ value: String, named name: String, _ rule: SecretNames.Rule) {
        guard !value.hasPrefix(PlaceholderTable.prefix) else { return }
        let key = RegisteredName(name: name, rule: rule)
        guard lastRegistered.withLock({ $0[key] }) != value else { return }
        guard withState(.matching, { $0.register(value, named: name, rule) }) else { return }
        lastRegistered.withLock { last in
            if last.count >= Self.registeredLimit { last = [:] }
            last[key] = value
        }
    }

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

    func redact(_ request: HTTPRequest, for purpose: Purpose = .showing) -> HTTPRequest {
        withState(purpose) { $0.redact(request) }
    }

    /// Redacts an outcome; its bodies are read.
    func redact(_ outcome: Outcome, for purpose: Purpose = .recording) throws(ArchiveError) -> Outcome {
        let redacted = try outcome.map { response throws(ArchiveError) in
            response = try redact(response, for: purpose)
        }
        guard case .failure(var failure, let partial) = redacted else { return redacted }
        let reason = failure.reason
        failure.reason = withState(purpose) { $0.redact(reason, .answered) }
        return .failure(failure, partial: partial)
    }

    /// Redacts the messages of a WebSocket as bodies.
    func redact(_ messages: [WebSocketMessage], for purpose: Purpose = .recording) -> [WebSocketMessage] {
        messages.map { message in
            guard let data = message.data else { return message }
            var message = message
            message.data = withState(purpose) { state in
                state.location = .body
                return state.redact(data, message.direction == .send ? .sent : .answered)
            }
            return message
        }
    }

    /// Redacts known secrets, and the values that have the name of one, in a text that is no part of an
    /// interaction, such as an error of the app.
    func redactNamed(_ text: String) -> String { withState { $0.redact(text, .answered) } }

    private func redact(_ response: HTTPResponse, for purpose: Purpose) throws(ArchiveError) -> HTTPResponse {
        var response = response
        if case .lost = response.body {
            response.headers = withState(purpose) { $0.redact(response.headers, .answered) }
            return response
        }
        let body = try response.body.bytes()
        let redacted = withState(purpose) { state in
            response.reason = state.redact(response.reason, .answered)
            response.headers = state.redact(response.headers, .answered)
            state.location = .body
            return state.redact(body, .answered, isForm: response.headers.isForm)
        }
        // The lengths of the chunks no longer add up to that of the body.
        if redacted.count != body.count { response.chunks = [] }
        response.body = .data(redacted)
        return response
    }

    enum Purpose: Sendable {
        /// The result is written. Values that are found are known secrets from now on, and are counted.
        case recording
        /// The result is compared with other requests, so numbers of secrets are equal. Values that are found
        /// are known secrets only if the redaction names them, as every lookup searches for those.
        case matching
        /// The result is compared after nothing else has matched.
        case comparing
        /// The result is shown. Paths of this machine stay as they are.
        case showing
        /// Only the secrets that are found matter: the result is not used, and known secrets stay in it.
        case learning
    }

    /// The state of a redactor, guarded by its lock.
    struct State: Sendable {
        let redaction: Redaction
        let names: SecretNames
        private(set) var placeholders: PlaceholderTable
        private let machine: SecretSearch
        /// The values found under usual names while matching, with their names, which are no known secrets
        /// yet.
        private var pending: [String: String] = [:]
        var purpose = Purpose.showing
        /// The header fields whose secrets are learned, which teach nothing again.
        var learned: [SecretNames.Source: Set<HeaderFields.Field>] = [:]
        /// The part of a message that is being redacted.
        var location = RedactedName.Location.body
        /// The numbers of values that were redacted in recordings.
        private(set) var counts: [RedactedName: Int] = [:]

        init(_ redaction: Redaction) {
            self.redaction = redaction
            names = SecretNames(redaction)
            placeholders = PlaceholderTable(redaction.secrets)
            machine = SecretSearch(
                redaction.machine.map { KnownSecret(name: $0.name, value: $0.value ?? "") })
        }

        /// The values to search for in files that are about to be written.
        var secretsOfFiles: [KnownSecret] { placeholders.knownSecrets + machine.secrets }
    }
}

// MARK: - Values

extension Redactor.State {
    /// Registers the percent-encoded value of a query item that a canonical request leaves out, and returns
    /// false if there are too many others.
    mutating func register(_ value: String, named name: String, _ rule: SecretNames.Rule) -> Bool {
        let plain = PercentEncoding.decode(value, plusIsSpace: true)
        if rule.isGiven {
            _ = placeholder(for: plain, named: name, rule)
            return true
        }
        if SecretNames.isSearchable(plain, rule) { addPending(plain, named: name) }
        return pending.count < Redaction.maximumFoundCount
    }

    /// Makes a part of a credential a known secret if it is long and unusual enough.
    mutating func register(part value: String, named name: String) {
        guard CredentialShape(value).isSearchable else { return }
        if purpose == .matching {
            addPending(value, named: name)
        } else {
            _ = placeholders.placeholder(for: value, named: name, everywhere: true)
        }
    }

    private mutating func addPending(_ value: String, named name: String) {
        guard !value.hasPrefix(PlaceholderTable.prefix), pending.count < Redaction.maximumFoundCount else {
            return
        }
        pending[value] = name
    }

    mutating func placeholder(for value: String, named name: String, _ rule: SecretNames.Rule) -> String {
        let name = names.placeholderName(name, rule)
        let isSearchable = SecretNames.isSearchable(value, rule)
        if !isSearchable, rule != .usual(.possible), purpose == .recording,
            !value.hasPrefix(PlaceholderTable.prefix)
        {
            placeholders.addUnsearched(name)
        }
        return placeholder(for: value, named: name, isFound: isSearchable, isGiven: rule.isGiven)
    }

    /// Returns the placeholder of a plain value, and counts it. One that is found is long and unusual enough
    /// to be replaced everywhere, and one that is given is named by the redaction.
    mutating func placeholder(
        for value: String, named name: String, isFound: Bool, isGiven: Bool = false
    ) -> String {
        let isPending = isFound && !isGiven && purpose == .matching
        if isPending { addPending(value, named: name) }
        count(name, isPlaceholder: value.hasPrefix(PlaceholderTable.prefix))
        return placeholders.placeholder(for: value, named: name, everywhere: isFound && !isPending)
    }

    private mutating func count(_ name: String, isPlaceholder: Bool) {
        guard purpose == .recording, !isPlaceholder else { return }
        counts[RedactedName(name: name, location: location), default: 0] += 1
    }

    /// Makes the values that were found while matching known secrets.
    mutating func settlePending() {
        for (value, name) in pending.sorted(by: { $0.key < $1.key }) {
            _ = placeholders.placeholder(for: value, named: name, everywhere: true)
        }
        pending = [:]
    }

    // MARK: Text

    /// Replaces the values under the names of secrets, then every known value.
    mutating func redact(_ bytes: Data, _ source: SecretNames.Source, isForm: Bool = false) -> Data {
        if let wide = UTF16Text(bytes) {
            let redacted = redact(wide.text, source)
            return redacted == wide.text ? replaceKnown(bytes) : wide.encode(redacted)
        }
        let items = isForm ? redactItems(bytes) : bytes
        return replaceKnown(replaceNamed(items, source))
    }

    /// Replaces the values under the names of secrets, then every known value.
    mutating func redact(_ text: String, _ source: SecretNames.Source) -> String {
        String(decoding: redact(Data(text.utf8), source), as: UTF8.self)
    }

    private mutating func replaceNamed(_ bytes: Data, _ source: SecretNames.Source) -> Data {
        let matches = bytes.withUnsafeBytes { buffer in
            var search = NamedValueSearch(buffer, names, source)
            return search.run()
        }
        var edits: [ByteEdit] = []
        for match in matches { edits.append((match.range, Array(replacement(of: match).utf8))) }
        return bytes.applying(edits)
    }

    private mutating func replacement(of match: NamedValueSearch.Match) -> String {
        let placeholder = placeholder(for: match.value, named: match.name, match.rule)
        // A number stays a number, as the contract requires.
        guard match.isNumber else { return placeholder }
        return purpose == .recording ? String(placeholder.reversed().prefix { $0.isNumber }.reversed()) : "0"
    }

    mutating func replaceKnown(_ text: String) -> String {
        guard purpose != .learning, !placeholders.search.isEmpty || !machine.isEmpty else { return text }
        return String(decoding: replaceKnown(Data(text.utf8)), as: UTF8.self)
    }

    private mutating func replaceKnown(_ bytes: Data) -> Data {
        let search = placeholders.search
        switch purpose {
        case .learning: return bytes
        case .matching, .showing: return search.redact(bytes) { placeholder(for: $0) }
        case .recording, .comparing:
            let known = search.redact(bytes) { placeholder(for: $0) }
            return machine.redact(known) { placeholder(for: $0) }
        }
    }

    private mutating func placeholder(for secret: KnownSecret) -> String {
        count(secret.name, isPlaceholder: false)
        return placeholders.placeholder(for: secret)
    }
}

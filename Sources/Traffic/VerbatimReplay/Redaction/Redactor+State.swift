import Foundation
import VerbatimHAR

extension Redactor {
    /// The purpose of redacting.
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
    }

    /// The state of a redactor, guarded by its lock.
    struct State: Sendable {
        let redaction: Redaction
        let names: SecretNames
        private(set) var placeholders: PlaceholderTable
        private let machine: SecretSearch
        /// The value that each rule registered last. Requests repeat their keys.
        private var lastRegistered: [String?]
        /// The values found under usual names while matching, with their names, which are no known secrets
        /// yet.
        private var pending: [String: String] = [:]
        var purpose = Purpose.showing
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
            lastRegistered = Array(repeating: nil, count: redaction.secrets.count)
        }

        /// The values to search for in files that are about to be written.
        var secretsOfFiles: [KnownSecret] { placeholders.knownSecrets + machine.secrets }
    }
}

// MARK: - Values

extension Redactor.State {
    /// Registers the percent-encoded value of a query item that a canonical request leaves out.
    mutating func register(_ value: String, named name: String, _ rule: SecretNames.Rule) {
        let plain = PercentEncoding.decode(value, plusIsSpace: true)
        guard case .given(let index) = rule else {
            if SecretNames.isSearchable(plain, rule) { addPending(plain, named: name) }
            return
        }
        guard lastRegistered[index] != value else { return }
        lastRegistered[index] = value
        _ = placeholder(for: plain, named: name, rule)
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

    /// Returns the placeholder of a value of a secret name.
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

    /// Returns the placeholder of a value, and counts it.
    ///
    /// - Parameters:
    ///   - value: The plain value.
    ///   - name: The name that the placeholder shows.
    ///   - isFound: Whether the value is long and unusual enough to be replaced everywhere.
    ///   - isGiven: Whether the redaction names it.
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
}

// MARK: - Text

extension Redactor.State {
    /// Replaces the values under the names of secrets, then every known value.
    mutating func redact(_ bytes: Data, _ source: SecretNames.Source, isForm: Bool = false) -> Data {
        let items = isForm ? redactItems(bytes) : bytes
        return replaceKnown(replaceNamed(items, source))
    }

    /// Replaces the values under the names of secrets, then every known value.
    mutating func redact(_ text: String, _ source: SecretNames.Source) -> String {
        String(decoding: redact(Data(text.utf8), source), as: UTF8.self)
    }

    private mutating func replaceNamed(_ bytes: Data, _ source: SecretNames.Source) -> Data {
        bytes.withUnsafeBytes { buffer in
            var search = NamedValueSearch(buffer, names, source)
            let matches = search.run()
            guard !matches.isEmpty else { return bytes }
            var output = Data(capacity: buffer.count)
            var start = 0
            for match in matches {
                output.append(contentsOf: buffer[start..<match.range.lowerBound])
                output.append(contentsOf: replacement(of: match).utf8)
                start = match.range.upperBound
            }
            output.append(contentsOf: buffer[start...])
            return output
        }
    }

    private mutating func replacement(of match: NamedValueSearch.Match) -> String {
        let placeholder = placeholder(for: match.value, named: match.name, match.rule)
        // A number stays a number, as the contract requires.
        guard match.isNumber else { return placeholder }
        return purpose == .recording ? String(placeholder.reversed().prefix { $0.isNumber }.reversed()) : "0"
    }

    /// Replaces every known value.
    mutating func replaceKnown(_ text: String) -> String {
        guard !placeholders.search.isEmpty || !machine.isEmpty else { return text }
        return String(decoding: replaceKnown(Data(text.utf8)), as: UTF8.self)
    }

    private mutating func replaceKnown(_ bytes: Data) -> Data {
        let search = placeholders.search
        let known = search.redact(bytes) { placeholder(for: $0) }
        switch purpose {
        case .recording, .comparing: return machine.redact(known) { placeholder(for: $0) }
        case .matching, .showing: return known
        }
    }

    private mutating func placeholder(for secret: KnownSecret) -> String {
        count(secret.name, isPlaceholder: false)
        return placeholders.placeholder(for: secret)
    }
}

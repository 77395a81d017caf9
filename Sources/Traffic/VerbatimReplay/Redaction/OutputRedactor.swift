import Synchronization
package import VerbatimHAR

/// Keeps secrets out of the output of a program: those of its APIs, and those in the traffic that it reads.
///
/// A value is redacted wherever it occurs. The name of a secret redacts nothing here, unlike in recordings:
/// reports are full of names. Any number of threads may use a redactor.
package final class OutputRedactor: Sendable {
    private let state: Mutex<State>
    private let redactions: [Redaction]

    private struct State: Sendable {
        var secrets: [Secret] = []
        var values: Set<String> = []
        var redactor = Redactor(Redaction())
        var excerpts = SecretExcerpts()

        mutating func add(_ added: [Secret]) {
            let old = secrets.count
            for secret in added {
                guard let value = secret.value, values.insert(value).inserted else { continue }
                secrets.append(Secret(secret.name, value: value, in: []))
            }
            guard secrets.count > old else { return }
            let redactor = Redactor(Redaction(secrets))
            self.redactor = redactor
            excerpts = SecretExcerpts()
            for secret in redactor.knownSecrets {
                excerpts.insert(secret.value, placeholder: redactor.redact(secret.value))
            }
        }
    }

    /// Creates a redactor of the values that redactions know.
    package init(_ redactions: [Redaction] = []) {
        var state = State()
        state.add(redactions.flatMap(\.secrets))
        self.state = Mutex(state)
        self.redactions = redactions.isEmpty ? [Redaction()] : redactions
    }

    /// Redacts the values that a player has found in its traffic as well, from now on.
    package func addSecrets(of player: Player) {
        add(player.redactor.knownSecrets)
    }

    /// Redacts the credentials, the cookies and the values of named secrets in interactions as well, from now
    /// on. Archives of other tools have them.
    package func addSecrets(of interactions: [Interaction]) {
        for redaction in redactions {
            let redactor = Redactor(redaction)
            for interaction in interactions {
                _ = redactor.redact(interaction.request)
                // A body that cannot be read cannot be printed either.
                _ = try? redactor.redact(interaction.outcome)
            }
            add(redactor.knownSecrets)
        }
    }

    private func add(_ secrets: [KnownSecret]) {
        let secrets = secrets.map { Secret($0.name, value: $0.value) }
        state.withLock { $0.add(secrets) }
    }

    /// Returns a text in which every known value, whole or cut by an ellipsis, is a placeholder.
    package func redact(_ text: String) -> String {
        let (redactor, excerpts) = state.withLock { ($0.redactor, $0.excerpts) }
        return excerpts.redact(redactor.redact(text))
    }
}

extension Player {
    /// Returns a text with placeholders for the values known to be secret, and for those that have the name
    /// of a secret.
    package func redact(_ text: String) -> String { redactor.redactNamed(text) }
}

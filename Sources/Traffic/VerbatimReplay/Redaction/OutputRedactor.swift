import Foundation
import Synchronization
package import VerbatimHAR
import VerbatimJSON

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
        var excerpts = SecretExcerpts(Redactor(Redaction()))

        mutating func add(_ added: [Secret]) {
            let new = added.filter { $0.value.map { values.insert($0).inserted } ?? false }
            guard !new.isEmpty else { return }
            secrets += new.map { Secret($0.name, value: $0.value, in: []) }
            redactor = Redactor(Redaction(secrets))
            excerpts = SecretExcerpts(redactor)
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
    package func addSecrets(of player: Player) { add(player.redactor.knownSecrets) }

    /// Redacts the credentials, the cookies and the values of named secrets in interactions as well, from now
    /// on. Archives of other tools have them.
    package func addSecrets(of interactions: [Interaction]) {
        for redaction in redactions {
            let redactor = Redactor(redaction)
            for interaction in interactions {
                _ = redactor.redact(interaction.request, for: .learning)
                // A body that cannot be read cannot be printed either.
                _ = try? redactor.redact(interaction.outcome, for: .learning)
                _ = redactor.redact(interaction.webSocketMessages, for: .learning)
            }
            add(redactor.knownSecrets)
        }
    }

    private func add(_ secrets: [KnownSecret]) {
        let secrets = secrets.map { Secret($0.name, value: $0.value) }
        state.withLock { $0.add(secrets) }
    }

    /// A redactor of files that are read again, such as contracts: it leaves values that could be ordinary
    /// text, as a key whose value is `string` must not change a schema.
    package var ofFiles: OutputRedactor {
        let secrets = state.withLock { $0.secrets }
        return OutputRedactor([
            Redaction(secrets.filter { CredentialShape($0.value ?? "").isSearchable }, environment: [:])
        ])
    }

    /// Returns whether a text contains a known value.
    @Sendable package func isSecret(_ text: String) -> Bool { redact(text) != text }

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

/// Finds the beginnings of secrets that excerpts have cut: `5ec4e7c0ff…`.
struct SecretExcerpts: Sendable {
    /// The length in bytes from which a beginning is redacted.
    static let minimumLength = 4
    /// The length in bytes of the longest beginning that is found; excerpts are shorter.
    static let maximumLength = 512

    /// The values as they are, and with the escapes of URLs and of JSON, with their placeholders.
    private var forms: [(bytes: [UInt8], placeholder: [UInt8])] = []

    init(_ redactor: Redactor) {
        for secret in redactor.knownSecrets {
            let placeholder = Array(redactor.redact(secret.value).utf8)
            let inJSON = JSONValue.string(secret.value).text().dropFirst().dropLast()
            for form in Set([secret.value, PercentEncoding.encode(secret.value), String(inJSON)]) {
                forms.append((Array(form.utf8), placeholder))
            }
        }
    }

    /// Returns a text with placeholders for the beginnings before ellipses.
    func redact(_ text: String) -> String {
        guard !forms.isEmpty else { return text }
        let redacted = ["…", "..."].reduce(Data(text.utf8)) { text, ellipsis in
            text.applying(text.withUnsafeBytes { edits(in: $0, before: Array(ellipsis.utf8)) })
        }
        return String(decoding: redacted, as: UTF8.self)
    }

    private func edits(in bytes: UnsafeRawBufferPointer, before ellipsis: [UInt8]) -> [ByteEdit] {
        var edits: [ByteEdit] = []
        var index = 0
        while let end = ByteSearch.first(ellipsis, in: bytes, from: index) {
            let text = bytes[(edits.last?.range.upperBound ?? 0)..<end]
            if let (length, placeholder) = longestBeginning(endingIn: text) {
                edits.append(((end - length)..<end, placeholder))
            }
            index = end + ellipsis.count
        }
        return edits
    }

    private func longestBeginning(endingIn text: Slice<UnsafeRawBufferPointer>) -> (Int, [UInt8])? {
        forms.compactMap { form in
            let longest = min(form.bytes.count - 1, text.count, Self.maximumLength)
            guard longest >= Self.minimumLength else { return nil }
            let length = (Self.minimumLength...longest).last {
                text.last == form.bytes[$0 - 1] && text.suffix($0).elementsEqual(form.bytes[..<$0])
            }
            return length.map { ($0, form.placeholder) }
        }.max { $0.0 < $1.0 }
    }
}

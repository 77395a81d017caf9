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

/// Finds the beginnings of secrets that excerpts have cut: `5ec4e7c0ff…`.
struct SecretExcerpts: Sendable {
    /// The length in bytes from which a beginning is redacted.
    static let minimumLength = 4
    /// The length in bytes of the longest beginning that is found; excerpts are shorter.
    static let maximumLength = 512

    /// The values as they are, and with the escapes of URLs and of JSON, with their placeholders.
    private var forms: [(bytes: [UInt8], placeholder: [UInt8])] = []

    /// Adds a secret.
    mutating func insert(_ value: String, placeholder: String) {
        let inJSON = JSONValue.string(value).text().dropFirst().dropLast()
        for form in Set([value, PercentEncoding.encode(value), String(inJSON)]) {
            forms.append((Array(form.utf8), Array(placeholder.utf8)))
        }
    }

    /// Returns a text with placeholders for the beginnings before ellipses.
    func redact(_ text: String) -> String {
        guard !forms.isEmpty else { return text }
        var text = text
        for ellipsis in ["…", "..."].map({ Array($0.utf8) }) {
            guard let redacted = text.withUTF8({ redact(UnsafeRawBufferPointer($0), before: ellipsis) })
            else {
                continue
            }
            text = String(decoding: redacted, as: UTF8.self)
        }
        return text
    }

    private func redact(_ bytes: UnsafeRawBufferPointer, before ellipsis: [UInt8]) -> [UInt8]? {
        var output: [UInt8] = []
        var copied = 0
        var index = 0
        while let end = ByteSearch.first(ellipsis, in: bytes, from: index) {
            if let (length, placeholder) = longestBeginning(endingIn: bytes[copied..<end]) {
                output += bytes[copied..<(end - length)]
                output += placeholder
                copied = end
            }
            index = end + ellipsis.count
        }
        return copied == 0 ? nil : output + bytes[copied...]
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

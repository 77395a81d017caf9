import Synchronization
package import VerbatimHAR

extension Player {
    /// Records interactions that another tool recorded, as if they had just ended: redacted, in their order,
    /// and with their own times. ``finish(_:)`` publishes them.
    package func record(_ interactions: [Interaction]) {
        for interaction in interactions {
            var request = redactor.redact(interaction.request, for: .recording)
            request.headers = request.headers.sortedByName
            do {
                let recorded = Interaction(
                    request, try redactor.redact(interaction.outcome).recorded,
                    started: interaction.started, duration: interaction.duration)
                let knownSecrets = redactor.knownSecrets.count
                state.withLock { state in
                    state.turns += 1
                    state.recorded.append((state.turns, recorded, knownSecrets))
                }
            } catch {
                state.withLock { $0.failure = $0.failure ?? .archive(error) }
            }
        }
    }
}

import Foundation
import HTTPArchive
import Synchronization

/// Replaces secrets by pseudonyms, consistently for one player.
final class Masker: Sendable {
    let scrubber: Scrubber
    private let masking: Mutex<Masking>

    init(_ scrubber: Scrubber) {
        self.scrubber = scrubber
        masking = Mutex(Masking(scrubber))
    }

    /// Every value known to be secret so far: the ones given, and the ones found by their names.
    var known: [KnownSecret] { masking.withLock { $0.pseudonyms.known } }

    /// Whether anything has a pseudonym.
    var isChanged: Bool { masking.withLock { $0.pseudonyms.isChanged } }

    /// Forgets every pseudonym.
    func reset() { masking.withLock { $0 = Masking(scrubber) } }

    /// Remembers the value of a secret, percent-encoded, as if it had been masked.
    ///
    /// - Parameter rule: The index of the secret in the scrubber.
    func learn(_ rule: Int, _ value: String) {
        guard !value.hasPrefix(Pseudonyms.prefix) else { return }
        masking.withLock { $0.learn(rule, value) }
    }

    /// Whether bytes hold a value known to be secret.
    func knowsSecret(in bytes: [UInt8]) -> Bool {
        masking.withLock { masking in
            bytes.withUnsafeBytes { bytes in
                masking.pseudonyms.known.contains {
                    $0.spelling.first(in: bytes) != nil || $0.base64.first(in: bytes, from: 0) != nil
                }
            }
        }
    }

    /// A request as it may be looked up, written and spoken of.
    func mask(_ request: HTTPRequest) -> HTTPRequest {
        masking.withLock { $0.mask(request) }
    }

    /// An outcome as it may be written; the bodies are read.
    func mask(_ outcome: Outcome) throws(ArchiveError) -> Outcome {
        let masked = try outcome.map { response throws(ArchiveError) in response = try mask(response) }
        guard case .failure(var failure, let partial) = masked else { return masked }
        failure.reason = mask(failure.reason)
        return .failure(failure, partial: partial)
    }

    /// A text as it may be spoken of.
    func mask(_ text: String) -> String {
        String(decoding: masking.withLock { $0.mask(Data(text.utf8), isForm: false) }, as: UTF8.self)
    }

    private func mask(_ response: HTTPResponse) throws(ArchiveError) -> HTTPResponse {
        var response = response
        let body = try response.body.bytes()
        let masked = masking.withLock { masking in
            response.headers = masking.mask(response.headers)
            return masking.mask(body, isForm: response.headers.isForm)
        }
        // Pieces of a body whose length has changed are pieces no more.
        if masked.count != body.count { response.chunks = [] }
        response.body = .data(masked)
        return response
    }
}

import Foundation
import Synchronization
import VerbatimHAR

/// Replaces secrets by pseudonyms, consistently for one player.
final class Redactor: Sendable {
    let redaction: Redaction
    private let masking: Mutex<RedactionPass>
    /// Whether any value is known to be secret; who only asks that need not wait for the lock.
    private let knowsAny: Atomic<Bool>

    init(_ redaction: Redaction) {
        self.redaction = redaction
        let masking = RedactionPass(redaction)
        knowsAny = Atomic(!masking.pseudonyms.known.isEmpty)
        self.masking = Mutex(masking)
    }

    /// Does what may make secrets known.
    private func work<Result: Sendable>(_ body: (inout RedactionPass) -> Result) -> Result {
        masking.withLock { masking in
            defer { knowsAny.store(!masking.pseudonyms.known.isEmpty, ordering: .releasing) }
            return body(&masking)
        }
    }

    /// Every value known to be secret so far: the ones given, and the ones found by their names.
    var known: [KnownSecret] { masking.withLock { $0.pseudonyms.known } }

    /// Whether anything has a pseudonym.
    var isChanged: Bool { masking.withLock { $0.pseudonyms.isChanged } }

    /// Forgets every pseudonym.
    func reset() { work { $0 = RedactionPass(redaction) } }

    /// Remembers the value of a secret, percent-encoded, as if it had been masked.
    ///
    /// - Parameter rule: The index of the secret in the redaction.
    func learn(_ rule: Int, _ value: String) {
        guard !value.hasPrefix(PlaceholderTable.prefix) else { return }
        work { $0.learn(rule, value) }
    }

    /// Whether bytes hold a value known to be secret.
    func knowsSecret(in bytes: [UInt8]) -> Bool {
        guard knowsAny.load(ordering: .acquiring) else { return false }
        return masking.withLock { masking in
            bytes.withUnsafeBytes { bytes in
                masking.pseudonyms.known.contains {
                    $0.spelling.first(in: bytes) != nil || $0.base64.first(in: bytes, from: 0) != nil
                }
            }
        }
    }

    /// A request as it may be looked up, written and spoken of.
    func mask(_ request: HTTPRequest) -> HTTPRequest {
        work { $0.mask(request) }
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
        String(decoding: work { $0.mask(Data(text.utf8), isForm: false) }, as: UTF8.self)
    }

    private func mask(_ response: HTTPResponse) throws(ArchiveError) -> HTTPResponse {
        var response = response
        let body = try response.body.bytes()
        let masked = work { masking in
            response.headers = masking.mask(response.headers)
            return masking.mask(body, isForm: response.headers.isForm)
        }
        // Pieces of a body whose length has changed are pieces no more.
        if masked.count != body.count { response.chunks = [] }
        response.body = .data(masked)
        return response
    }
}

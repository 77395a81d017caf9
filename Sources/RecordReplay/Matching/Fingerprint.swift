/// What two requests that match have in common; equal, not only of equal hash.
struct Fingerprint: Hashable, Sendable {
    /// Method, URL and matched header fields in one normal form.
    let line: String
    let body: BodyFingerprint
}

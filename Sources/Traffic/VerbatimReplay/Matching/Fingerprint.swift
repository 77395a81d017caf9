/// What two requests that match have in common; equal, not only of equal hash.
struct Fingerprint: Hashable, Sendable {
    /// Method, URL and matched header fields in one normal form.
    let line: [UInt8]
    let body: BodyFingerprint

    func hash(into hasher: inout Hasher) {
        line.withUnsafeBytes { hasher.combine(bytes: $0) }
        if body != .none { hasher.combine(body) }
    }
}

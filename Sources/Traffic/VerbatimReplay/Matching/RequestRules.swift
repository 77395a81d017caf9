import VerbatimHAR

/// Which query items a request line treats in their own way.
struct RequestRules: Sendable {
    private let ignored: Set<String>
    private let secrets: [(rule: Int, name: [UInt8])]

    init(_ redaction: Redaction, _ matching: MatchingRules) {
        ignored = matching.ignoredQueryItems
        secrets = redaction.secrets.enumerated().filter { $0.element.locations.contains(.query) }
            .map { ($0.offset, Array($0.element.name.lowercased().utf8)) }
    }

    func ignores(_ name: some Sequence<UInt8>) -> Bool {
        !ignored.isEmpty
            && ignored.contains(PercentEncoding.decode(String(decoding: Array(name), as: UTF8.self)))
    }

    /// The index of the secret of that name, compared without case, or nil.
    func secret(_ name: some Collection<UInt8>) -> Int? {
        guard !secrets.isEmpty else { return nil }
        if name.contains(UInt8(ascii: "%")) {
            let decoded = PercentEncoding.decode(String(decoding: name, as: UTF8.self)).lowercased()
            return secrets.first { $0.name.elementsEqual(decoded.utf8) }?.rule
        }
        return secrets.first {
            $0.name.elementsEqual(name.lazy.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 })
        }?.rule
    }
}

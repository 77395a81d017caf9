import VerbatimJSON

/// How the file of a body differs from the bytes that were on the wire.
///
/// The raw value stands in the archive as `_layout`.
public enum BodyLayout: String, Sendable, Hashable {
    /// The wire had JSON without any white space; the file has the same JSON, indented.
    case minified
}

extension BodyLayout {
    /// Lays minified JSON out for reading, or is nil when turning it back would not give the same bytes.
    static func indented(_ minified: [UInt8]) -> [UInt8]? {
        guard let first = minified.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            JSONLayout.isMinified(minified), let indented = try? JSONLayout.indented(minified)
        else { return nil }
        let file = indented + [UInt8(ascii: "\n")]
        return (try? JSONLayout.minified(file)) == minified ? file : nil
    }

    /// Turns the bytes of a file back into the ones of the wire.
    func restored(_ file: [UInt8]) throws(JSONError) -> [UInt8] {
        switch self {
        case .minified: try JSONLayout.minified(file)
        }
    }
}

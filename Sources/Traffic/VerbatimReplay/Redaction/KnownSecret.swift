import Foundation

/// A secret whose value is known.
struct KnownSecret: Sendable {
    let name: String
    let value: String

    /// The length in bytes from which a value is found in upper case, lower case or a mixture of them.
    ///
    /// Hosts are lowercased and hexadecimal keys uppercased on their way. A shorter value can be a word,
    /// which is no secret in another case.
    static let minimumCaselessLength = 12

    /// Whether the value is found in any case.
    var ignoresCase: Bool { value.utf8.count >= Self.minimumCaselessLength }

    /// The Unicode scalars of the value, as given, composed and decomposed, each once.
    var spellings: [[UInt32]] {
        var spellings: [[UInt32]] = []
        let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
        let texts =
            isASCII
            ? [value]
            : [
                value, value.precomposedStringWithCanonicalMapping,
                value.decomposedStringWithCanonicalMapping,
            ]
        for text in texts {
            let spelling = text.unicodeScalars.map(\.value)
            if !spellings.contains(spelling) { spellings.append(spelling) }
        }
        return spellings
    }
}

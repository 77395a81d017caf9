import VerbatimHAR

/// The values of header fields, which are found by name.
struct HeaderValues {
    private let fields: HeaderFields
    /// The values by name in lower case; empty if there are few.
    private let byName: [String: [String]]

    /// The number of fields up to which a look-up is a linear search.
    private static let few = 32

    init(_ fields: HeaderFields) {
        self.fields = fields
        byName =
            fields.count <= Self.few
            ? [:] : Dictionary(grouping: fields) { $0.name.lowercased() }.mapValues { $0.map(\.value) }
    }

    /// Returns the values of a name, one for each line, in order.
    func values(of name: String) -> [String] {
        byName.isEmpty ? fields.values(of: name) : byName[name.lowercased(), default: []]
    }
}

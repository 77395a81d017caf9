import VerbatimJSON

/// An object under construction that keeps what its source has beyond the members written here.
struct ObjectWriter {
    private let source: JSON?
    private var object = JSONObject()
    private var written: Set<String> = []

    init(source: JSON?) {
        self.source = source
    }

    /// Writes a member; nil leaves it out, whatever the source has.
    mutating func set(_ name: String, _ value: JSONValue?) {
        written.insert(name)
        if let value { object.append(name, value) }
    }

    /// Writes a member an interaction knows nothing of: the source's, or a neutral one.
    mutating func keep(_ name: String, otherwise value: JSONValue) {
        let kept = source?[name]
        set(name, kept?.exists == true ? kept?.value : value)
    }

    /// The members written, then the others of the source.
    var value: JSONValue {
        var whole = object
        if let source {
            for (name, value) in source.members where !written.contains(name) {
                whole.append(name, value.value)
            }
        }
        return .object(whole)
    }
}

extension JSONValue {
    static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    /// A length of time: whole milliseconds without a fraction, 0 for what is no number.
    static func number(_ value: Double) -> JSONValue {
        .number(Int(exactly: value).map { JSONNumber($0) } ?? JSONNumber(value) ?? 0)
    }
}

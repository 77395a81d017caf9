import VerbatimJSON

/// Builds an object that keeps the members of its source which are not written here.
struct ObjectWriter {
    private let source: JSON?
    private var object = JSONObject()
    private var written: Set<String> = []

    init(source: JSON?) {
        self.source = source
    }

    /// Writes a member. If the value is nil, the member is omitted even if the source has it.
    mutating func set(_ name: String, _ value: JSONValue?) {
        written.insert(name)
        if let value { object.append(name, value) }
    }

    /// Copies a member that is not part of an interaction from the source, or writes a default value, if any.
    mutating func copy(_ name: String, default value: JSONValue? = nil) {
        let original = source?[name]
        set(name, original?.exists == true ? original?.value : value)
    }

    /// The written members, then the others of the source.
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

    /// A duration: whole milliseconds have no fraction, and infinite ones are 0.
    static func number(_ value: Double) -> JSONValue {
        .number(Int(exactly: value).map { JSONNumber($0) } ?? JSONNumber(value) ?? 0)
    }
}

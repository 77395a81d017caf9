/// A tag of the core schema (https://yaml.org/spec/1.2.2/#103-core-schema).
enum CoreTag: String {
    case str, int, float, bool, null, map, seq
    /// The tag `!`, which makes a plain scalar a string.
    case nonSpecific
    /// Any other tag. It says nothing about the value in JSON.
    case unknown

    static let prefix = "tag:yaml.org,2002:"

    /// Creates a tag from its name without a handle.
    init(_ name: String) {
        if name == "!" {
            self = .nonSpecific
        } else if name.hasPrefix(Self.prefix) {
            self = CoreTag(rawValue: String(name.dropFirst(Self.prefix.count))) ?? .unknown
        } else {
            self = .unknown
        }
    }

    /// Whether a value of any kind may have the tag.
    var isGeneral: Bool { self == .nonSpecific || self == .unknown }

    /// The value in a message.
    var noun: String {
        switch self {
        case .seq: "a sequence"
        case .map: "a mapping"
        default: "a scalar"
        }
    }
}

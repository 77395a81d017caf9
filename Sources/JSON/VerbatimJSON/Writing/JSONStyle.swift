/// How JSON is laid out when it is written.
public enum JSONStyle: Sendable, Hashable {
    /// In one line without white space.
    case compact
    /// One element or member in a line, indented by two spaces a level, `": "` after names, in order.
    case pretty
    /// Like `pretty`, with the members of each object sorted by name (by their UTF-8 bytes): the same for equal trees.
    case stable
}

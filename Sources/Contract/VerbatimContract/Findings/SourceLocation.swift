/// A location in a file.
public struct SourceLocation: Sendable, Hashable {
    /// The path, relative to where the tool runs if it was given so.
    public var file: String
    /// The line, from 1, or nil when the location is the whole file.
    public var line: Int?
    /// The column in UTF-8 bytes, from 1.
    public var column: Int?

    /// Creates a location.
    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }
}

extension SourceLocation: CustomStringConvertible {
    /// `file:line:column`, as editors and terminals link it.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

/// A secret in the bytes a recording would consist of; its value is never told.
public struct Leak: Sendable, Hashable {
    /// The path of the file that would have shown it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The name of the secret.
    public var secret: String
    /// How it is spelled there, such as `percent-encoded`.
    public var form: String
}

extension Leak: CustomStringConvertible {
    /// Location, name and spelling.
    public var description: String { "\(file):\(line), the value of '\(secret)' \(form)" }
}

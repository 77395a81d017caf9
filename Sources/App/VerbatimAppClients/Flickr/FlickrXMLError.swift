/// Why a document is not the XML form of an answer of Flickr.
public struct FlickrXMLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line the fault is in, from 1.
    public let line: Int
    /// What is wrong.
    public let reason: String

    /// The location and what is wrong there.
    public var description: String { "line \(line): \(reason)" }
}

package import VerbatimJSON

/// A recording: interactions in order, as HAR 1.2.
///
/// http://www.softwareishard.com/blog/har-12-spec/
///
/// Beyond the specification it knows, in the names of other tools where they exist:
/// - `content._file`: the body is in a file, by its path relative to the archive (Playwright's name);
/// - `content._layout`: how that file differs from the bytes, see ``BodyLayout``;
/// - `content._chunks`: `[{"length": 3, "time": 0.5}]`, see ``HTTPResponse/Chunk``;
/// - `postData._encoding`: `base64` when the body of a request is no text;
/// - `response._error`: `{"domain", "code", "reason"}` when the exchange failed, see ``TransportFailure``.
public struct Archive: Sendable {
    /// The interactions, in the order they were started.
    public var interactions: [Interaction]
    /// The document this was read from: whatever it has beyond the interactions is written again.
    package var source: JSON?

    /// Creates an archive of interactions.
    public init(_ interactions: [Interaction] = []) {
        self.interactions = interactions
    }
}

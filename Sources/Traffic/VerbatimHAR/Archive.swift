package import VerbatimJSON

/// A recording: interactions in order, stored as HAR 1.2.
///
/// http://www.softwareishard.com/blog/har-12-spec/
///
/// Extensions have the names of other tools where these exist:
/// - `content._file`: the path of the sidecar file with the body, relative to the archive (as in Playwright);
/// - `content._layout`: the difference between that file and the bytes, see ``BodyLayout``;
/// - `content._chunks`: `[{"length": 3, "time": 0.5}]`, see ``HTTPResponse/Chunk``;
/// - `entry._case`: the name of the test case that recorded it, see ``RecordingCase``;
/// - `postData._encoding`: `base64` if the body of a request is not text;
/// - `response._error`: `{"domain", "code", "reason"}` if the request failed, see ``TransportFailure``;
/// - `log._origin`: `live`, `imported` or `fake`, see ``RecordingOrigin``;
/// - `log._obsolete`: the sidecar files that are about to be removed, in an interim archive.
public struct Archive: Sendable {
    /// The interactions, in the order in which they were started.
    public var interactions: [Interaction]
    /// The source of the responses, or nil if the archive does not say, as those of other tools.
    public var origin: RecordingOrigin?
    /// The entries that could not be read and were left out.
    package var lostEntries: [ArchiveLoss] = []
    /// The document that was read. Members that are not part of the interactions are written again.
    package var source: JSON?

    /// Creates an archive of interactions.
    public init(_ interactions: [Interaction] = []) {
        self.interactions = interactions
    }

    /// Whether its publication was interrupted, so that bodies may have temporary names.
    package var isInterim: Bool { source?["log"]["_obsolete"].exists == true }
}

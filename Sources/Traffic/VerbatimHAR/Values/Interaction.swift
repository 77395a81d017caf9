public import Foundation
package import VerbatimJSON

/// A request with its outcome.
public struct Interaction: Sendable {
    /// The request.
    public var request: HTTPRequest
    /// The outcome of the request.
    public var outcome: Outcome
    /// The time at which the request was sent, as RFC 3339 text, as in the archive.
    public var started: String
    /// The milliseconds from the request to the end of the response, or nil if they were not recorded.
    public var duration: Double?
    /// The location in a recording, or nil if the interaction was never in one.
    public var location: Location?
    /// The test case that recorded it, or nil if it was not recorded by a test.
    public var testCase: RecordingCase?
    /// The messages of the WebSocket that the request opened, in order.
    package var webSocketMessages: [WebSocketMessage] = []
    /// The entry that was read. Members that are not part of the interaction are written again.
    package var source: JSON?

    /// The members of the entry that could not be read and were left out.
    package var unreadableMembers: [ArchiveLoss.Kind] = []

    /// The location of an interaction in a recording.
    public struct Location: Sendable, Hashable {
        /// The path of the archive, as it was given when it was opened.
        public var archive: String
        /// The index of the entry, from 0.
        public var entry: Int
        /// The line of the entry in the archive, from 1.
        public var line: Int
        /// The path of the sidecar file with the body, or nil if the body is in the archive.
        public var body: String?
        /// The position in the body at which that of this interaction begins, if it is a part of it: the
        /// response to one call of a batch.
        package var bodyStart: JSONPosition?

        /// Creates a location.
        public init(archive: String, entry: Int, line: Int, body: String? = nil) {
            self.archive = archive
            self.entry = entry
            self.line = line
            self.body = body
        }
    }

    /// The value of ``started`` if the time is not known.
    public static let unknownStart = "1970-01-01T00:00:00.000Z"

    /// Creates an interaction.
    public init(
        _ request: HTTPRequest, _ outcome: Outcome, started: String = Interaction.unknownStart,
        duration: Double? = nil, location: Location? = nil
    ) {
        self.request = request
        self.outcome = outcome
        self.started = started
        self.duration = duration
        self.location = location
    }
}

/// A test case that records interactions, alone or in a recording that it shares with others.
public struct RecordingCase: Sendable, Hashable {
    /// The name, `WeatherTests/temperature/berlin`. It is all that a recording contains.
    public var name: String
    /// Whether the recording is meant for several test cases, so that this one need not request what the
    /// others recorded.
    public var isOneOfSeveral: Bool

    /// Creates a test case.
    public init(_ name: String, isOneOfSeveral: Bool = false) {
        self.name = name
        self.isOneOfSeveral = isOneOfSeveral
    }
}

extension Interaction {
    /// The interaction with the stored bytes of the response's body in memory, for when the file is replaced;
    /// a body that cannot be read stays as it is.
    package var withBodyInMemory: Interaction {
        guard case .response(var response) = outcome, let bytes = try? response.body.storedBytes() else {
            return self
        }
        response.body = .data(bytes)
        var interaction = self
        interaction.outcome = .response(response)
        return interaction
    }

    /// Returns the bytes of the response's body, complete or partial, or no bytes if there is no response.
    ///
    /// - Throws: ``ArchiveError``, with the recording, the entry and the path of the body.
    public func responseBytes() throws(ArchiveError) -> Data {
        guard let body = outcome.response?.body else { return Data() }
        do {
            return try body.bytes()
        } catch {
            guard let location else { throw error }
            throw ArchiveError(
                error.problem, file: location.archive, line: location.line, entry: location.entry)
        }
    }
}

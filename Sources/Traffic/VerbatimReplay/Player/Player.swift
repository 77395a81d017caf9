public import Foundation
import Synchronization
public import VerbatimHAR
package import VerbatimJSON

/// Responds to requests from a recording, and makes recordings.
///
/// A player serves URL session interceptors and servers alike. Requests are looked up by their fingerprint,
/// in which no secret takes part; requests that match each other get their responses in recorded order. A
/// request that is not in the recording fails at once in ``RecordingMode/replay``; the other modes send it
/// through the transport. Any number of threads may use a player.
public final class Player: Responder {
    /// The name of the recording, `<api>/<scenario>`.
    public var name: String { recordingName.description }
    /// The mode of the player.
    public let mode: RecordingMode
    let options: Options
    let recordingName: RecordingName
    let command: String
    /// The file of the recording, or nil if it is in memory only.
    package let url: URL?
    let matcher: RequestMatcher
    let transport: (any LiveTransport)?
    let state: Mutex<State>

    /// Opens a recording.
    ///
    /// In a replay, a test case gets its own interactions first, then those of no test case, and those of
    /// others only for requests that it did not record. If it recorded none, it gets all.
    ///
    /// - Parameters:
    ///   - recording: The file, `Recordings/<api>/<scenario>.har`. It must exist in ``RecordingMode/replay``
    ///     only.
    ///   - mode: The mode of the player.
    ///   - options: Redaction, matching and other options.
    ///   - transport: The network. Every mode but ``RecordingMode/replay`` needs it, and that one never uses
    ///     it.
    /// - Throws: ``RecordingError``.
    public convenience init(
        recording: URL, mode: RecordingMode = .replay, options: Options = Options(),
        transport: (any LiveTransport)? = nil
    ) throws(RecordingError) {
        let name = RecordingName(file: recording)
        guard mode == .replay || transport != nil else { throw .noTransport(mode: mode) }
        let isRead = mode == .replay || mode == .extend
        let exists = try RecordingError.wrap { () throws(ArchiveError) in
            isRead ? try FileKind(of: recording) != .missing : false
        }
        if mode == .replay, !exists {
            let folder = options.refreshLog?.url.deletingLastPathComponent()
            let known = folder.map { RecordingStore($0).names.map(\.description) } ?? []
            throw .missing(
                recording: recording.displayPath, command: options.command ?? name.command,
                suggestion: suggestions(for: name.description, among: known))
        }
        let fingerprinter = Fingerprinter(Redactor(options.redaction), options.matching)
        let matcher = try RecordingError.wrap { () throws(ArchiveError) in
            guard exists else { return RequestMatcher(Archive(), fingerprinter) }
            return mode == .replay
                ? try RequestMatcher(contentsOf: recording, for: options.testCase, fingerprinter)
                : try RequestMatcher(contentsOf: [recording], fingerprinter)
        }
        self.init(name, recording, matcher, mode, options, transport)
    }

    /// Opens recordings as one for replay, in order, which messages name `<api>`.
    ///
    /// - Throws: ``RecordingError``.
    package convenience init(
        joining recordings: [URL], name: String, options: Options = Options()
    ) throws(RecordingError) {
        let fingerprinter = Fingerprinter(Redactor(options.redaction), options.matching)
        let matcher = try RecordingError.wrap { () throws(ArchiveError) in
            try RequestMatcher(contentsOf: recordings, fingerprinter)
        }
        let url = recordings.count == 1 ? recordings[0] : nil
        self.init(RecordingName(name), url, matcher, .replay, options, nil)
    }

    /// Returns a player of the same recording that has replayed nothing yet.
    package func restarted() -> Player { Player(recordingName, url, matcher, mode, options, transport) }

    /// Opens a recording in memory for replay, which messages name `<api>/<scenario>`.
    public convenience init(archive: Archive, name: String, options: Options = Options()) {
        let fingerprinter = Fingerprinter(Redactor(options.redaction), options.matching)
        self.init(RecordingName(name), nil, RequestMatcher(archive, fingerprinter), .replay, options, nil)
    }

    private init(
        _ recordingName: RecordingName, _ url: URL?, _ matcher: RequestMatcher, _ mode: RecordingMode,
        _ options: Options, _ transport: (any LiveTransport)?
    ) {
        self.recordingName = recordingName
        self.url = url
        self.matcher = matcher
        self.mode = mode
        self.options = options
        command = options.command ?? recordingName.command
        self.transport = transport
        state = Mutex(State(groups: matcher.groupCount))
    }

    var redactor: Redactor { matcher.fingerprinter.redactor }

    /// The requests that got no response so far: the first 999 and the last one, of very many.
    public var misses: [Miss] { state.withLock { $0.misses } }
    /// The number of requests that got no response so far.
    package var missCount: Int { state.withLock { $0.missCount } }

    /// The interactions with the network so far, redacted, in the order in which the requests were sent.
    public var recorded: [Interaction] { state.withLock { $0.recordedInOrder }.map(\.interaction) }

    /// The time at which the first request of the recording was sent; nil if it has none, or does not say it.
    public var recordedAt: Date? {
        guard matcher.recording.count > 0 else { return nil }
        let started = (try? matcher.recording.interaction(at: 0))?.started
        guard let started, started != Interaction.unknownStart else { return nil }
        return (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(started))
            ?? (try? Date.ISO8601FormatStyle().parse(started))
    }

    /// The recording on disk; nil if there is none that can be read.
    package var publishedArchive: Archive? { url.flatMap { try? Archive(contentsOf: $0) } }

    /// Returns a request without its secrets, as messages may show it.
    package func redacted(_ request: HTTPRequest) -> HTTPRequest { redactor.redact(request) }

    /// The origins of the recorded requests with the numbers of their requests, in recorded order.
    package var recordedOrigins: OrderedGroups<String, Int> { matcher.origins }

    package var testCaseName: String? { options.testCase?.name }
    /// The rules by which requests match, and responses are compared with those recorded before.
    package var matching: MatchingRules { options.matching }

    /// Responds to one hop of a request, from the recording or by sending it through the transport.
    public func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        switch mode {
        case .replay: .immediate(replay(request))
        case .record, .live: .deferred(send(request, timeout: timeout))
        case .extend:
            recordedOutcome(of: request).map { .immediate($0.outcome) }
                ?? .deferred(send(request, timeout: timeout))
        }
    }

    /// Whether the mode sends requests to the network.
    public var isLive: Bool { mode != .replay }

    /// Notes a request that was not sent, because nothing intercepts it, as a miss.
    public func refuse(_ request: HTTPRequest) {
        _ = miss(request, request.isHTTP ? .notIntercepted : .unsupportedScheme)
    }
}

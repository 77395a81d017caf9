public import Foundation
import Synchronization
public import VerbatimHAR

/// Answers requests from a recording, and makes one.
///
/// The one thing behind every door. A request is looked up by its fingerprint, in which no secret counts; equal
/// requests are answered in recorded order. What is missing fails at once in ``RecordingMode/replay`` and is asked of the
/// transport in the other modes. Any number of threads may ask.
public final class Player: Responder {
    /// What the recording is called, `<api>/<scenario>`.
    public let name: String
    /// What the player does with a request.
    public let mode: RecordingMode
    let options: Options
    let recording: RecordingName
    /// The file of the recording, or nil when it is in memory only.
    let url: URL?
    let interactions: RecordedInteractions
    let redactor: Redactor
    let fingerprinter: Fingerprinter
    let index: RecordingIndex
    let transport: (any LiveTransport)?
    /// Where bodies wait to be published, or nil when nothing will be.
    let journal: Journal?
    let state: Mutex<State>

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - recording: The file, `Recordings/<api>/<scenario>.har`. Only ``RecordingMode/replay`` wants it to exist.
    ///   - transport: The network; every mode but ``RecordingMode/replay`` needs it, and that one never touches it.
    /// - Throws: ``RecordingError``.
    public convenience init(
        recording: URL, mode: RecordingMode = .replay, options: Options = Options(),
        transport: (any LiveTransport)? = nil
    ) throws(RecordingError) {
        let name = RecordingName(recording)
        guard mode == .replay || transport != nil else { throw .noTransport(mode: mode) }
        let exists = FileManager.default.fileExists(atPath: recording.path(percentEncoded: false))
        if mode == .replay, !exists {
            throw .missing(recording: recording.displayPath, command: name.command)
        }
        let fingerprinter = Fingerprinter(Redactor(options.redaction), options.matching)
        var interactions = RecordedInteractions.memory(Archive())
        var index = RecordingIndex([])
        if exists, mode == .replay || mode == .extend {
            do {
                (interactions, index) = try RecordedInteractions.opening(recording, fingerprinter)
            } catch {
                throw .archive(error)
            }
        }
        self.init(interactions, index, fingerprinter, name, recording, mode, options, transport)
        if mode == .record || mode == .extend { Journal.removeAbandoned(beside: recording) }
    }

    /// Replays a recording that is in memory.
    ///
    /// - Parameter name: What messages call it, `<api>/<scenario>`.
    public convenience init(archive: Archive, name: String, options: Options = Options()) {
        let fingerprinter = Fingerprinter(Redactor(options.redaction), options.matching)
        self.init(
            .memory(archive), RecordingIndex(archive, fingerprinter), fingerprinter, RecordingName(name), nil,
            .replay, options, nil)
    }

    private init(
        _ interactions: RecordedInteractions, _ index: RecordingIndex, _ fingerprinter: Fingerprinter,
        _ recording: RecordingName, _ url: URL?, _ mode: RecordingMode, _ options: Options,
        _ transport: (any LiveTransport)?
    ) {
        name = recording.text
        redactor = fingerprinter.redactor
        state = Mutex(State(queues: index.count))
        self.interactions = interactions
        self.index = index
        self.fingerprinter = fingerprinter
        self.recording = recording
        self.url = url
        self.mode = mode
        self.options = options
        self.transport = transport
        journal = mode == .record || mode == .extend ? url.map { Journal(beside: $0) } : nil
    }

    deinit {
        // Nobody is left to be told; what stays is removed by the next recording of another process.
        _ = try? journal?.remove()
    }

    /// The requests that got no answer so far.
    public var misses: [Miss] { state.withLock { $0.misses } }

    /// What the network answered so far, masked, in the order the requests were started.
    public var recorded: [Interaction] { state.withLock { $0.inOrder }.map(\.interaction) }

    /// Answers one hop: from the recording, or with the work of asking the network.
    public func respond(to request: HTTPRequest, timeout: Double) -> ResponderResult {
        switch mode {
        case .replay: .immediate(replay(request))
        case .record, .live: .deferred(ask(request, timeout: timeout))
        case .extend:
            recordedOutcome(of: request).map { .immediate($0) } ?? .deferred(ask(request, timeout: timeout))
        }
    }
}

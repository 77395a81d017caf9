public import Foundation
public import HTTPArchive
import Synchronization

/// Answers requests from a recording, and makes one.
///
/// The one thing behind every door. A request is masked, then looked up by its fingerprint; equal requests are
/// answered in recorded order. What is missing fails at once in ``Mode/replay`` and is asked of the transport in the
/// other modes. Any number of threads may ask.
public final class Player: Answering {
    /// What the recording is called, `<api>/<scenario>`.
    public let name: String
    /// What the player does with a request.
    public let mode: Mode
    let options: Options
    let recording: Recording
    let archive: Archive
    let masker: Masker
    let index: RecordingIndex
    let transport: (any LiveTransport)?
    let state: Mutex<State>

    /// The recording a player answers from.
    struct Recording: Sendable {
        var name: RecordingName
        /// The file, or nil when the recording is in memory only.
        var url: URL?
        /// The requests as they are compared.
        var requests: [HTTPRequest]

        /// What messages call it.
        var displayName: String { url?.displayPath ?? name.text }
    }

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - recording: The file, `Recordings/<api>/<scenario>.har`. Only ``Mode/replay`` wants it to exist.
    ///   - transport: The network; every mode but ``Mode/replay`` needs it, and that one never touches it.
    /// - Throws: ``RecordingError``.
    public convenience init(
        recording: URL, mode: Mode = .replay, options: Options = Options(),
        transport: (any LiveTransport)? = nil
    ) throws(RecordingError) {
        let name = RecordingName(recording)
        guard mode == .replay || transport != nil else { throw .noTransport(mode: mode) }
        let exists = FileManager.default.fileExists(atPath: recording.path(percentEncoded: false))
        if mode == .replay, !exists {
            throw .missing(recording: recording.displayPath, command: name.command)
        }
        var archive = Archive()
        if exists, mode == .replay || mode == .extend {
            do {
                archive = try Archive(contentsOf: recording)
            } catch {
                throw .archive(error)
            }
        }
        self.init(archive, name: name, url: recording, mode: mode, options: options, transport: transport)
        if mode == .record || mode == .extend { Journal.removeAbandoned(beside: recording) }
    }

    /// Replays a recording that is in memory.
    ///
    /// - Parameter name: What messages call it, `<api>/<scenario>`.
    public convenience init(archive: Archive, name: String, options: Options = Options()) {
        self.init(
            archive, name: RecordingName(name), url: nil, mode: .replay, options: options, transport: nil)
    }

    private init(
        _ archive: Archive, name: RecordingName, url: URL?, mode: Mode, options: Options,
        transport: (any LiveTransport)?
    ) {
        let masker = Masker(options.scrubber)
        let requests = archive.interactions.map { masker.mask($0.request) }
        let index = RecordingIndex(requests, options.matching)
        recording = Recording(name: name, url: url, requests: requests)
        self.archive = archive
        self.name = name.text
        self.mode = mode
        self.options = options
        self.masker = masker
        self.index = index
        self.transport = transport
        state = Mutex(State(queues: index.queues.count))
    }

    /// The requests that got no answer so far.
    public var problems: [Miss] { state.withLock { $0.problems } }

    /// What the network answered so far, masked, in the order the requests were started.
    public var recorded: [Interaction] { state.withLock { $0.inOrder }.map(\.interaction) }

    /// Answers one hop: from the recording, or with the work of asking the network.
    public func answer(_ request: HTTPRequest, timeout: Double) -> Answer {
        switch mode {
        case .replay: .now(replay(request))
        case .record, .live: .later(ask(request, timeout: timeout))
        case .extend:
            recorded(masker.mask(request)).map { .now($0.outcome) } ?? .later(ask(request, timeout: timeout))
        }
    }
}

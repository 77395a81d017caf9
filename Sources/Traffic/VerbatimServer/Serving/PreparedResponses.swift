import Foundation
import VerbatimReplay

/// The responses that are sent again to requests which arrive in the same bytes, without the handler.
///
/// Those of a server that answers from a recording are few for each client, and repeat. They are found before
/// a request is parsed: the same bytes are the same request.
struct PreparedResponses {
    private let responses = GenerationalCache(limit: 128 << 20)
    /// The length of the longest request and of the longest response that are kept, in bytes.
    private static let (longestRequest, longestResponse) = (16_384, 1 << 20)

    /// A response in the bytes that are sent, to a request in the bytes that arrived.
    ///
    /// Unchecked: used only by the thread of its event loop.
    private final class Entry: @unchecked Sendable {
        let request: [UInt8]
        let repetition: Repetition
        private var response: [UInt8]
        /// The time of sending in the response, and its offset; nil if the response has another `Date`.
        private var date: (text: String, start: Int)?

        init(
            _ request: [UInt8], _ response: [UInt8], date: (text: String, start: Int)?,
            _ repetition: Repetition
        ) {
            self.request = request
            self.response = response
            self.date = date
            self.repetition = repetition
        }

        /// Returns the response with the time of sending.
        func response(date now: String) -> [UInt8] {
            if let (text, start) = date, text != now {
                response.replaceSubrange(start..<(start + text.utf8.count), with: now.utf8)
                date = (now, start)
            }
            return response
        }

        func isResponse(to bytes: UnsafeRawBufferPointer) -> Bool {
            request.count == bytes.count && request.withUnsafeBytes { $0.elementsEqual(bytes) }
        }
    }

    /// Returns the bytes of a request whose response may be kept; empty if it is too long.
    static func request(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        bytes.count <= longestRequest ? Array(bytes) : []
    }

    /// Returns the response to a request in these bytes, and counts it; nil if the handler is to be asked.
    func response(to request: UnsafeRawBufferPointer, date: String) -> [UInt8]? {
        guard let entry = responses.object(for: Self.key(request)) as? Entry,
            entry.isResponse(to: request), entry.repetition.count()
        else { return nil }
        return entry.response(date: date)
    }

    /// Keeps a response whose bytes are sent at once, and joins them.
    func keep(
        _ schedule: inout ResponseSchedule, to request: [UInt8], date: String, _ repetition: Repetition
    ) {
        guard !request.isEmpty, let bytes = schedule.bytes(atMost: Self.longestResponse) else { return }
        schedule.steps = [.bytes(bytes)]
        let entry = Entry(request, bytes, date: schedule.dateStart.map { (date, $0) }, repetition)
        let key = request.withUnsafeBytes(Self.key)
        responses.insert(entry, for: key, cost: request.count + bytes.count + Self.overhead)
    }

    /// The memory that an entry takes beside its bytes, roughly.
    private static let overhead = 192

    private static func key(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }
}

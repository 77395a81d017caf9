import Foundation
import VerbatimHAR
import VerbatimJSON

/// A format of bodies that are a sequence of items, each a JSON value or modeled as one.
///
/// https://spec.openapis.org/oas/v3.2.0.html#sequential-media-types
package enum ItemFormat: Sendable, Hashable {
    /// A JSON text on each line: https://jsonlines.org
    case lines
    /// JSON texts, each after a record separator: https://www.rfc-editor.org/rfc/rfc7464
    case sequence
    /// Events of a server: https://html.spec.whatwg.org/multipage/server-sent-events.html
    case events

    /// An item as JSON text, with its location in the body.
    struct Item {
        let text: [UInt8]
        /// The position of the first byte, from 1.
        let line: Int
        let column: Int
        /// Whether the text has another form in the body, so that only the position of the item is known.
        var isConverted = false

        /// Returns the position in the body of a position in the text.
        func position(of inner: JSONPosition) -> JSONPosition {
            if isConverted { return JSONPosition(offset: 0, line: line, column: column) }
            return JSONPosition(
                offset: inner.offset, line: line + inner.line - 1,
                column: inner.column + (inner.line == 1 ? column - 1 : 0))
        }
    }

    /// Returns the items of a body, in order. Empty lines, and fields without an event, are ignored.
    func items(in body: Data) -> [Item] {
        let bytes = [UInt8](body.withoutByteOrderMark)
        return switch self {
        case .lines: Self.texts(in: bytes, separatedBy: 0x0a)
        case .sequence: Self.texts(in: bytes, separatedBy: 0x1e)
        case .events: EventReader.events(in: String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func texts(in bytes: [UInt8], separatedBy separator: UInt8) -> [Item] {
        var items: [Item] = []
        var (start, line, column) = (0, 1, 1)
        for part in bytes.split(separator: separator, omittingEmptySubsequences: false) {
            if part.contains(where: { $0 > 0x20 }) {
                items.append(Item(text: Array(part), line: line, column: column))
            }
            for byte in bytes[start..<min(part.endIndex + 1, bytes.count)] {
                (line, column) = byte == 0x0a ? (line + 1, 1) : (line, column + 1)
            }
            start = part.endIndex + 1
            guard start < bytes.count else { break }
        }
        return items
    }
}

extension ItemFormat: CustomStringConvertible {
    /// The format in a message.
    package var description: String {
        switch self {
        case .lines: "JSON Lines"
        case .sequence: "a sequence of JSON texts"
        case .events: "a stream of events"
        }
    }
}

extension MediaType {
    /// The format of the items, if the type is a sequential one whose items have values.
    package var itemFormat: ItemFormat? {
        if canonicalEssence == "application/jsonl" { return .lines }
        if essence == "application/json-seq" || essence.hasSuffix("+json-seq") { return .sequence }
        return essence == "text/event-stream" ? .events : nil
    }
}

/// Reads a stream of events as JSON objects with the fields that each event gives.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
private struct EventReader {
    private var items: [ItemFormat.Item] = []
    private var event = JSONObject()
    private var data: [String] = []
    private var start = 1

    static func events(in text: String) -> [ItemFormat.Item] {
        var reader = EventReader()
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isEndOfLine)
        // What follows the last empty line is no event.
        for (index, line) in lines.enumerated() where index < lines.count - 1 {
            reader.read(line, number: index + 1)
        }
        return reader.items
    }

    private mutating func read(_ line: Substring, number: Int) {
        guard !line.isEmpty else { return dispatch(before: number + 1) }
        let name = line.prefix { $0 != ":" }
        var value = line.dropFirst(name.count + 1)
        if value.first == " " { value = value.dropFirst() }
        switch name {
        case "data": data.append(String(value))
        case "event": event["event"] = .string(String(value))
        case "id" where !value.contains("\0"): event["id"] = .string(String(value))
        case "retry" where value.utf8.allSatisfy(\.isDigit):
            if let delay = Int(value) { event["retry"] = .number(JSONNumber(delay)) }
        default: return
        }
    }

    private mutating func dispatch(before next: Int) {
        if !data.isEmpty {
            event["data"] = .string(data.joined(separator: "\n"))
            let text = JSONValue.object(event).text(.compact)
            items.append(ItemFormat.Item(text: Array(text.utf8), line: start, column: 1, isConverted: true))
        }
        (event, data, start) = (JSONObject(), [], next)
    }
}

extension Character {
    /// Whether it ends a line of a stream of events.
    fileprivate var isEndOfLine: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}

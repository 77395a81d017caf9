import VerbatimJSON

/// Reads a stream of events as JSON objects with the fields that each event gives.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
struct EventReader {
    private let readsData: Bool
    private var items: [ItemSequence.Item] = []
    private var event: ArraySlice<UInt8>?
    private var id: ArraySlice<UInt8>?
    private var retry: Int?
    private var data: [ItemSequence.Line] = []
    private var start = 1
    /// The names of events as JSON, as most events have one of a few.
    private var names: [ArraySlice<UInt8>: String] = [:]

    /// Returns the events of a stream.
    ///
    /// - Parameter readsData: Whether the data of an event that is JSON is read as such.
    static func events(in bytes: [UInt8], readsData: Bool) -> ItemSequence {
        var reader = EventReader(readsData: readsData)
        var (start, number) = (0, 1)
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? bytes.count
            reader.read(bytes[start..<end], number: number)
            let isPair = end + 1 < bytes.count && bytes[end] == 0x0d && bytes[end + 1] == 0x0a
            start = end + (isPair ? 2 : 1)
            number += 1
        }
        // An event ends with an empty line, which exporters often leave out at the end.
        guard let last = reader.data.first, reader.dataBegins, (try? JSON(parsing: reader.dataBytes)) == nil
        else {
            reader.dispatch(before: number)
            return ItemSequence(reader.items)
        }
        let unfinished = JSONPosition(offset: 0, line: last.line, column: last.column)
        return ItemSequence(reader.items, unfinished: unfinished)
    }

    private init(readsData: Bool) { self.readsData = readsData }

    private static let (dataName, eventName) = (Array("data".utf8), Array("event".utf8))
    private static let (idName, retryName) = (Array("id".utf8), Array("retry".utf8))

    private mutating func read(_ line: ArraySlice<UInt8>, number: Int) {
        guard let first = line.first else { return dispatch(before: number + 1) }
        guard first != UInt8(ascii: ":") else { return }
        let end = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let name = line[..<end]
        var value = line[end...].dropFirst()
        if value.first == 0x20 { value = value.dropFirst() }
        if name.elementsEqual(Self.dataName) {
            let column = value.isEmpty ? 1 : value.startIndex - line.startIndex + 1
            data.append(ItemSequence.Line(text: value, line: number, column: column))
        } else if name.elementsEqual(Self.eventName) {
            event = value
        } else if name.elementsEqual(Self.idName), !value.contains(0) {
            id = value
        } else if name.elementsEqual(Self.retryName), value.allSatisfy(\.isDigit) {
            retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
        }
    }

    private mutating func dispatch(before next: Int) {
        if !data.isEmpty, !isEndMarker {
            let item = ItemSequence.Item(
                lines: [converted(head() + "\"data\":")] + data + [converted("}")], hasData: true)
            items.append(readsData && dataBegins ? item : item.withText)
        }
        (event, id, retry, data, start) = (nil, nil, nil, [], next)
    }

    /// Returns the JSON of the fields before the data.
    private mutating func head() -> String {
        var head = "{"
        if let event {
            let name = names[event] ?? "\"event\":\(Self.json(event)),"
            names[event] = name
            head += name
        }
        if let id { head += "\"id\":\(Self.json(id))," }
        if let retry { head += "\"retry\":\(retry)," }
        return head
    }

    private static func json(_ value: ArraySlice<UInt8>) -> String {
        JSONValue.string(String(decoding: value, as: UTF8.self)).text(.compact)
    }

    /// Whether the event only says that the stream ends, as those of model providers do.
    ///
    /// https://platform.openai.com/docs/api-reference/chat-streaming
    private var isEndMarker: Bool {
        readsData && event == nil && id == nil && retry == nil && data.count == 1
            && data[0].text.elementsEqual("[DONE]".utf8)
    }

    private var dataBytes: [UInt8] { Array(data.map(\.text).joined(separator: [0x0a])) }

    /// Whether the data begins as a JSON object or array does, unlike `[DONE]`.
    private var dataBegins: Bool {
        var isArray = false
        for line in data {
            for byte in line.text where byte > 0x20 {
                if isArray { return "{[]\"-0123456789tfn".utf8.contains(byte) }
                guard byte != UInt8(ascii: "{") else { return true }
                guard byte == UInt8(ascii: "[") else { return false }
                isArray = true
            }
        }
        return isArray
    }

    private func converted(_ text: String) -> ItemSequence.Line {
        ItemSequence.Line(text: ArraySlice(text.utf8), line: start, column: 1, isConverted: true)
    }
}

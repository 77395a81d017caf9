package import Foundation
import VerbatimContract
package import VerbatimHAR
import VerbatimJSON

/// The items of a stream, or of another sequence, as people read them.
package struct ItemListing: Sendable {
    /// An item: the data of an event, or the JSON of a line, a record or a part.
    struct Item {
        /// The pointer with which a finding about it begins: `/7`.
        let pointer: String
        /// The name of the event; nil for other items.
        let event: String?
        /// When it arrived, and the other fields of an event: `at 120 ms`, `id 3`.
        let details: [String]
        let text: String
        /// The value on one line, without the property that repeats the name of the event.
        let summary: String
    }

    let items: [Item]
    /// What follows the last whole item, if the body ends within another.
    let rest: String

    /// Reads the body of a response; nil if it is no sequence, or has what is no item.
    ///
    /// - Parameter shown: The body as it is shown, without secrets.
    package init?(_ interaction: Interaction, _ body: Data, shown: String) {
        guard let format = interaction.itemFormat else { return nil }
        let sequence = format.items(in: Data(shown.utf8))
        guard let json = sequence.json, sequence.problems.isEmpty, json.count > 0 else { return nil }
        let times = Self.times(of: format.items(in: body), interaction.outcome.response?.chunks ?? [])
        items = json.elements.enumerated().map { index, item in
            let value = format == .events ? item["data"] : item
            let fields = format == .events ? ["id", "retry"].filter { item[$0].exists } : []
            let event = format == .events ? item["event"].string : nil
            let time = times.count == json.count ? "at \(times[index]) ms" : nil
            return Item(
                pointer: "/\(index)", event: event,
                details: [time].compactMap(\.self)
                    + fields.map { "\($0) \(item[$0].string ?? String(item[$0].text))" },
                text: value.string ?? String(value.text), summary: Self.summary(of: value, event))
        }
        let lines = shown.split(separator: /\r\n|\r|\n/, omittingEmptySubsequences: false)
        rest = sequence.unfinished.map { lines.dropFirst($0.line - 1).joined(separator: "\n") } ?? ""
    }

    private static func summary(of value: JSON, _ event: String?) -> String {
        guard value.kind == .object else { return value.string ?? String(value.text) }
        let members = value.members.filter { event == nil || $0.value.string != event }
        return JSONValue.object(JSONObject(members.map { ($0.name, $0.value.value) })).text(.compact)
    }

    /// Returns the milliseconds from the head of the response to the chunk in which each item was complete;
    /// nothing if the chunks are not known.
    private static func times(of sequence: ItemSequence, _ chunks: [HTTPResponse.Chunk]) -> [Int] {
        guard chunks.count > 1 else { return [] }
        var (times, chunk, end) = ([Int](), 0, chunks[0].length)
        for itemEnd in sequence.ends {
            while end < itemEnd, chunk + 1 < chunks.count {
                chunk += 1
                end += chunks[chunk].length
            }
            times.append(Int(exactly: chunks[chunk].arrival.rounded()) ?? 0)
        }
        return times
    }

    /// Returns each item under a line with its number, its kind and its time.
    package func text(_ style: TextStyle) -> String {
        let texts = items.map { item in
            let head = [item.pointer, item.event].compactMap(\.self) + item.details
            let body = JSONLines(Data(item.text.utf8))?.text(style) ?? item.text
            return style.bold(head.joined(separator: "  ").onOneLine) + "\n" + body
        }
        return (texts + (rest.isEmpty ? [] : [rest])).joined(separator: "\n")
    }
}

import Foundation
package import VerbatimContract
import VerbatimDecoding
import VerbatimJSON

/// Reads each item of a sequence as the app does.
struct ItemReader: Sendable {
    /// The name of the events, or the value of the property, of the items that are read; nil for all.
    let kind: String?
    let property: String
    let read: @Sendable (Data) -> ModelReading
    let accepts: @Sendable (Data) -> Bool

    func reading(of array: Data, _ format: ItemFormat) -> ModelReading {
        guard let json = try? JSON(parsing: array) else { return read(array) }
        var reading = ModelReading(failures: [])
        var usage = KeyUsageTotal()
        for (index, item) in json.elements.enumerated() {
            guard let value = value(of: item, format) else { continue }
            let inner = read(value.document)
            if let keys = inner.usage { usage.add(keys) }
            guard !inner.isComplete || !inner.unexplored.isEmpty else { continue }
            let location = JSONPointer([String(index)]).appending(format.locationOfValue)
            reading.failures += inner.failures.map { $0.inside(value, at: location) }
            reading.dropped += inner.dropped.map { $0.inside(value, at: location) }
            reading.unexplored += inner.unexplored.map(location.appending)
        }
        let location = JSONPointer([JSONPointer.anyToken]).appending(format.locationOfValue)
        reading.usage = usage.usage.inside(location)
        return reading
    }

    /// Returns whether each item of an array is read, even if values in it are left out.
    func accepts(_ array: Data, _ format: ItemFormat) -> Bool {
        guard let json = try? JSON(parsing: array) else { return false }
        return json.elements.allSatisfy { item in value(of: item, format).map { accepts($0.document) } ?? true
        }
    }

    /// Returns the value of an item that the model decodes; nil if it decodes no such item.
    private func value(of item: JSON, _ format: ItemFormat) -> ItemValue? {
        let value = ItemValue(item[format.locationOfValue])
        if value.json.string == "[DONE]" { return nil }
        let event = format == .events ? item["event"].string : nil
        guard let kind, event != kind else { return value }
        return value.json[property].string == kind ? value : nil
    }
}

private struct ItemValue {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    /// The value as a document, which is a text if the data of an event is no object or array.
    var document: Data { Data((json.string ?? String(json.text)).utf8) }
}

extension ItemFormat {
    /// The location of the value in an item: that of an event is its data.
    fileprivate var locationOfValue: JSONPointer { JSONPointer(self == .events ? ["data"] : []) }
}

extension ModelFailure {
    /// Returns the failure as it is in an array that has its document inside.
    fileprivate func inside(_ value: ItemValue, at location: JSONPointer) -> ModelFailure {
        var failure = self
        failure.pointer = location.appending(pointer ?? .root)
        let start = value.json.position
        let isText = value.json.kind == .string
        failure.column = isText ? start.column : line == 1 ? column.map { start.column + $0 - 1 } : column
        failure.line = isText ? start.line : (line ?? 1) + start.line - 1
        return failure
    }
}

extension [ModelBinding] {
    /// Returns the bindings that read a body: those of items if it is a sequence and there are some, or else
    /// those of whole bodies.
    package func reading(_ format: ItemFormat?) -> [ModelBinding] {
        guard let format, contains(where: \.isOfItems) else { return filter { !$0.isOfItems } }
        return filter(\.isOfItems).map { $0.reading(format) }
    }
}

extension ModelReading {
    /// Returns the reading of the items of a body with the positions in that.
    package func located(in items: ItemSequence) -> ModelReading {
        var reading = self
        func located(_ failure: ModelFailure) -> ModelFailure {
            guard let line = failure.line else { return failure }
            let position = items.position(
                of: JSONPosition(offset: 0, line: line, column: failure.column ?? 1))
            var failure = failure
            (failure.line, failure.column) = (position.line, position.column)
            return failure
        }
        reading.failures = failures.map(located)
        reading.dropped = dropped.map(located)
        return reading
    }
}
